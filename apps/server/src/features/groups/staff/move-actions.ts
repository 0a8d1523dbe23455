import type { GroupId } from '@fairlot/domain';
import type { Transaction } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { type Answer, done, isTemporary, refuse } from '../../../http/answer.ts';
import type { ProposalHandler } from '../../../staff/proposals/proposal-handler.ts';
import type { ProposalRow } from '../../../staff/proposals/proposal-store.ts';
import { NOTICE_MS, type Proposals } from '../../../staff/proposals/proposals.ts';
import { namesOf } from '../../../staff/record-changes.ts';
import type { TradingHost } from '../../../trading/port.ts';
import type { StoredTerms } from '../../../trading/stored-terms.ts';
import { rolloverFrom } from '../../../staff/proposals/rollover-notice.ts';
import type { ClientGroups } from '../groups.ts';
import type { GroupedAccount, MoveQueries, MoveRow, NewMove } from '../move-queries.ts';
import { defaultKindOf } from '../record.ts';
import type { StaffAuthor } from './actions.ts';

export interface MoveActionsDeps {
  readonly queries: MoveQueries;
  readonly groups: ClientGroups;
  readonly trading: Pick<TradingHost, 'submit'>;
  readonly proposals: Proposals;
  /** Market time. */
  readonly now: () => number;
  readonly stored: Pick<StoredTerms, 'run'>;
}

/** The outcome of a request to move an account. */
export interface Move {
  readonly moved: boolean;
  readonly proposal: number | null;
}

/** The values of a proposed move. */
interface ProposedMove {
  readonly group_id: GroupId;
  readonly reason: string;
}

/** True when a move must be announced: the account is real and has open positions, whose swaps and margin it changes. */
export function needsNotice({ kind, positions }: GroupedAccount): boolean {
  return kind === 'real' && positions > 0;
}

/** Moves accounts between groups: at once, or at an announced rollover. */
export class MoveActions {
  readonly #deps: MoveActionsDeps;
  /** Accounts with a decided move that waits for its date, and the number of its proposal. */
  #announced: ReadonlyMap<number, number> = new Map();

  constructor(deps: MoveActionsDeps) {
    this.#deps = deps;
    deps.proposals.register('group_move', this.#handler());
  }

  /** Moves an account, or proposes it. Refuses with `record_changed` when its author saw it in another group. */
  async move(
    { user, to, seen }: { readonly user: number; readonly to: GroupId; readonly seen?: GroupId | undefined },
    reason: string,
    by: StaffAuthor,
  ): Promise<Answer<Move>> {
    const { stored, proposals, groups } = this.#deps;
    const moved = await stored.run(async (): Promise<Answer<GroupedAccount | undefined>> => {
      const read = await this.#read(user, to);
      if (!read.ok) return read;
      const account = read.data;
      if (this.#announced.has(user)) return refuse('change_announced');
      if (account.group === to) return done(undefined);
      if (seen !== undefined && account.group !== seen)
        return refuse('record_changed', { group_id: groups.nameOf(account.group) ?? '' });
      if (needsNotice(account)) return read;
      const move = { staff: by.id, name: by.name, user, from: account.group, to, reason, proposal: null };
      const carried = await this.#carryOut(move);
      return carried.ok ? done(undefined) : carried;
    });
    if (!moved.ok) return moved;
    if (moved.data === undefined) return done({ moved: true, proposal: null });
    // Outside of the queue, which a proposal waits for while it is applied.
    const proposed = await proposals.propose({
      kind: 'group_move',
      subject: user,
      before: { group_id: moved.data.group, group: groups.nameOf(moved.data.group) ?? '' },
      after: { group_id: to, group: groups.nameOf(to) ?? '', reason },
      baseVersion: moved.data.group,
      author: by.id,
    });
    return proposed.ok ? done({ moved: false, proposal: proposed.data }) : proposed;
  }

  /** Completes the moves that a crash interrupted between the database and the engine. */
  async resume(): Promise<void> {
    const { stored, queries } = this.#deps;
    await stored.run(async () => {
      for (const row of await queries.unfinished()) await this.#tell(row);
    });
  }

  async #read(user: number, to: GroupId): Promise<Answer<GroupedAccount>> {
    const { queries, groups } = this.#deps;
    if (groups.of(to) === undefined) return refuse('unknown_group');
    const account = await queries.account(user);
    if (account === undefined) return refuse('unknown_user');
    const kind = defaultKindOf(to);
    return kind === undefined || kind === account.kind ? done(account) : refuse('group_of_other_kind');
  }

  async #carryOut(move: NewMove, finish?: (db: Transaction<Tables>) => Promise<void>): Promise<Answer<null>> {
    return this.#tell(await this.#deps.queries.add(move), finish);
  }

  /** The key of the row makes a repeated command one. */
  async #tell(row: MoveRow, finish?: (db: Transaction<Tables>) => Promise<void>): Promise<Answer<null>> {
    const { trading, queries } = this.#deps;
    const outcome = await trading.submit({
      type: 'assignGroup',
      account: Number(row.user_id),
      group: row.to_group,
      staff: Number(row.staff_id),
      memo: row.reason,
      key: `group:${row.id}`,
    });
    if (outcome.ok) {
      await queries.complete(row.id, finish);
      return done(null);
    }
    // After `not_ready` the command may be committed, and `overloaded` says nothing about the try before: reconciliation,
    // or the proposal, asks again.
    if (!isTemporary(outcome.reason)) await queries.forget(row.id);
    return refuse(outcome.reason, outcome.detail);
  }

  #handler(): ProposalHandler {
    const { queries, stored, now } = this.#deps;
    const accountOf = (row: ProposalRow) => queries.account(Number(row.subject_id));
    return {
      isCurrent: async (row) => {
        const other = this.#announced.get(Number(row.subject_id));
        return (await accountOf(row))?.group === row.base_version && (other === undefined || other === Number(row.id));
      },
      noticeMs: async (row) => {
        const account = await accountOf(row);
        return account !== undefined && needsNotice(account) ? NOTICE_MS : 0;
      },
      effect: { now, from: rolloverFrom },
      subjectNames: (subjects) => Promise.resolve(subjects.map(({ id }) => (id === null ? undefined : String(id)))),
      refusal: ({ subject }) => (this.#announced.has(subject ?? 0) ? 'change_announced' : undefined),
      onScheduled: (rows) => {
        this.#announced = new Map(rows.map((row) => [Number(row.subject_id), Number(row.id)]));
      },
      apply: (row, finish) =>
        stored.run(async () => {
          const [user, proposed] = [Number(row.subject_id), JSON.parse(row.after) as ProposedMove];
          const read = await this.#read(user, proposed.group_id);
          if (!read.ok) return read;
          // Already there: a crash followed the engine's move, and the row is completed with the same key.
          if (read.data.group !== row.base_version && read.data.group !== proposed.group_id)
            return refuse('record_changed');
          const carried = await this.#carryOut(
            {
              staff: Number(row.author_id),
              name: namesOf(row),
              user,
              from: row.base_version,
              to: proposed.group_id,
              reason: proposed.reason,
              proposal: Number(row.id),
            },
            finish,
          );
          // The charges of a rollover take seconds: the proposal stays due.
          return !carried.ok && carried.reason === 'rollover_under_way' ? refuse('not_ready') : carried;
        }),
    };
  }
}
