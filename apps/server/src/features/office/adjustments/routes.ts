import { officeUserCalls } from '@fairlot/contract';
import type { OutputOfStaff } from '@fairlot/contract';
import { ZERO, asMoney, formatMoney, minus, parseMoney, withdrawable } from '@fairlot/domain';
import type { Money } from '@fairlot/domain';
import type { AccountView } from '@fairlot/engine';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { Answer } from '../../../platform/answer.ts';
import { done, refuse } from '../../../platform/answer.ts';
import type { SiteSettings } from '../../../platform/site-settings.ts';
import type { StaffCalls } from '../../../platform/staff-calls.ts';
import { uidOf } from '../../../platform/uid.ts';
import type { WorkQueues } from '../../../platform/work-queues.ts';
import { committedAccount } from '../../../trading/committed-account.ts';
import type { TradingHost } from '../../../trading/port.ts';
import { AdjustmentQueries } from './queries.ts';
import type { AdjustmentRow } from './queries.ts';

type Wire = OutputOfStaff<typeof officeUserCalls.officeAdjust>;

export interface AdjustmentDeps {
  readonly kysely: Kysely<Tables>;
  readonly trading: TradingHost;
  readonly settings: SiteSettings;
  readonly queues: WorkQueues;
}

/** Corrections of balances. Returns how to finish those that a crash left between approval and money. */
export function registerAdjustments(
  calls: StaffCalls,
  { kysely, trading, settings, queues }: AdjustmentDeps,
): { resume(): Promise<void> } {
  const queries = new AdjustmentQueries(kysely);
  queues.add('adjustments', () => queries.waiting());

  /** Moves the money of an approved one. The key is its number, so it moves once, whatever is repeated. */
  const carryOut = async (id: number): Promise<Answer<Wire>> => {
    const row = await queries.byId(id);
    if (row === undefined) return refuse('unknown_record');
    if (row.state !== 'approved') return done(present(row));
    const outcome = await trading.submit({
      type: 'adjust',
      account: Number(row.user_id),
      amount: asMoney(row.amount),
      memo: memoOf(row),
      key: `adjustment:${id}`,
    });
    // Nothing is known of it then; it stays approved, and is carried out when it is asked for again or in the next round.
    if (!outcome.ok && (outcome.reason === 'overloaded' || outcome.reason === 'not_ready'))
      return refuse(outcome.reason);
    await queries.finish(id, outcome.ok ? null : outcome.reason);
    const after = await queries.byId(id);
    return after === undefined ? refuse('unknown_record') : done(present(after));
  };

  calls.forList(officeUserCalls.officeAdjustments, async (filters, slice) => {
    const { rows, total } = await queries.page(filters, slice);
    return done({ list: rows.map(present), total });
  });

  calls.forStaff(
    officeUserCalls.officeAdjust,
    async ({ user_id: user, amount: given, memo }, { staff, key, about }) => {
      const amount = parseMoney(given);
      if (amount === undefined) return refuse('bad_request', { field: 'amount' });
      const account = await committedAccount(trading, user);
      if (account === undefined) return refuse('unknown_user');
      if (exceeds(amount, account) && !(await queries.isKnown(staff.staff, key))) return refuse('insufficient_balance');
      const state = sizeOf(amount) > settings.money('two_person_amount') ? 'waiting' : 'approved';
      const id = await queries.propose({ user, amount, memo, author: staff.staff, key, state });
      const row = await queries.byId(id);
      if (row === undefined || Number(row.user_id) !== user || row.amount !== amount || row.memo !== memo)
        return refuse('key_reused');
      about({ subject: `adjustment ${id}` });
      return carryOut(id);
    },
  );

  calls.forStaff(officeUserCalls.officeDecideAdjustment, async ({ id, approve }, { staff, about }) => {
    const row = await queries.byId(id);
    if (row === undefined) return refuse('unknown_record');
    about({ user: Number(row.user_id) });
    if (Number(row.author_id) === staff.staff) return refuse('second_person_required');
    const account = await committedAccount(trading, Number(row.user_id));
    if (approve && row.state === 'waiting' && (account === undefined || exceeds(asMoney(row.amount), account)))
      return refuse('insufficient_balance');
    if (!(await queries.decide(id, staff.staff, approve))) {
      // A repeated word of the same person is no contradiction: it finds what came of the first.
      const decided = await queries.byId(id);
      if (decided?.approver_id !== BigInt(staff.staff) || (decided.state !== 'rejected') !== approve)
        return refuse('record_changed');
    }
    return carryOut(id);
  });

  return {
    resume: async () => {
      for (const id of await queries.unfinished()) await carryOut(id);
    },
  };
}

/**
 * Whether a correction would take more than the account could withdraw. It is asked before it is decided and never when it
 * is carried out: what was decided may have happened already, and must then be found to have.
 */
function exceeds(amount: Money, { standing }: AccountView): boolean {
  return amount < 0n && sizeOf(amount) > withdrawable(standing);
}

function sizeOf(amount: Money): Money {
  return amount < 0n ? minus(ZERO, amount) : amount;
}

/** What the client reads in the ledger: the reason, and who answers for it. */
function memoOf(row: AdjustmentRow): string {
  return `${row.memo} (${[row.author, row.approver].filter((name) => name !== null).join(', ')})`;
}

function present(row: AdjustmentRow): Wire {
  return {
    id: Number(row.id),
    user_id: Number(row.user_id),
    uid: uidOf(Number(row.user_id)),
    amount: formatMoney(asMoney(row.amount)),
    memo: row.memo,
    state: row.state,
    author: row.author,
    approver: row.approver,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    reason: row.reason,
  };
}
