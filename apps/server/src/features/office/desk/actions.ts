import { DAY_MS, type Money, ZERO, asPrice, formatMoney, formatPrice, minus } from '@fairlot/domain';
import type { PositionView } from '@fairlot/engine';
import { type Answer, type FailReason, done, isTemporary, refuse } from '../../../http/answer.ts';
import type { MarketData } from '../../../market/port.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { OnePersonLimit } from '../../../staff/one-person-limit.ts';
import type { ProposalHandler } from '../../../staff/proposals/proposal-handler.ts';
import type { ProposalRow } from '../../../staff/proposals/proposal-store.ts';
import type { Proposals } from '../../../staff/proposals/proposals.ts';
import { committedAccount } from '../../../trading/committed-account.ts';
import type { TradingHost } from '../../../trading/port.ts';
import { closingProblem } from './closing-problem.ts';
import { commandOf } from './deed-command.ts';
import type { DeedRow, DeedWords, DeskOrderRow, DeskQueries, NewDeed } from './queries.ts';

/** The end of an order that a member of staff asks for. */
export interface DeskRequest {
  readonly order: number;
  readonly reason: string;
  readonly author: number;
  readonly key: string;
}

/** The deed that was done, or the number of the change that waits for a second person. */
export type Closed = { readonly deed: DeedRow } | { readonly proposal: number };

export interface DeskActionsDeps {
  readonly queries: DeskQueries;
  readonly trading: TradingHost;
  readonly market: MarketData;
  readonly proposals: Proposals;
  readonly limit: OnePersonLimit;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

const AT_ONCE = 100;
/** A decided close waits this long for a price that can be dealt on. */
const LONGEST_WAIT_MS = DAY_MS;

/**
 * Closes positions and cancels orders for clients, also for frozen ones. A deed is stored before the engine is asked, and
 * the engine's key is its number, so that it is done once and its client is told once, whatever fails in between.
 */
export class DeskActions {
  readonly #deps: DeskActionsDeps;

  constructor(deps: DeskActionsDeps) {
    this.#deps = deps;
    deps.proposals.register('close', this.#handler());
  }

  /** Closes a position, or proposes it where its result exceeds what one person may decide. */
  async close(request: DeskRequest): Promise<Answer<Closed>> {
    const { queries, proposals, limit } = this.#deps;
    const { order: id, reason, author } = request;
    const known = await this.repeated('close', request);
    if (known !== undefined) return known.ok ? closedBy(await this.carryOutWhenDealt(known.data)) : known;
    const order = await queries.order(id);
    if (order === undefined) return refuse('unknown_order');
    const position = await this.position(order);
    if (position === undefined) return refuse('order_not_open');
    const waiting = await queries.waitingChange(id, 'close');
    if (waiting !== undefined) return done({ proposal: waiting });
    const user = Number(order.account);
    const amount = sizeOf(position.profit);
    const counts = order.kind === 'real' && amount > 0n;
    const deed = await queries.add({ kind: 'close', user, ...request }, (db, record) =>
      counts ? limit.take(db, { kind: 'desk_deeds', record, user, amount, staff: author }) : Promise.resolve(true),
    );
    if (deed !== undefined) return closedBy(await this.carryOut(deed));
    const proposed = await proposals.propose({
      kind: 'close',
      subject: id,
      before: { profit: formatMoney(position.profit) },
      after: { user_id: user, reason },
      baseVersion: 0,
      author,
    });
    return proposed.ok ? done({ proposal: proposed.data }) : proposed;
  }

  /** Cancels a pending order. */
  async cancel(request: DeskRequest): Promise<Answer<DeedRow>> {
    const { queries } = this.#deps;
    const known = await this.repeated('cancel', request);
    if (known !== undefined) return known.ok ? this.carryOut(known.data) : known;
    const order = await queries.order(request.order);
    if (order === undefined) return refuse('unknown_order');
    if (order.status !== 'pending') return refuse('order_not_pending');
    const deed = await queries.add({ kind: 'cancel', user: Number(order.account), ...request }, () =>
      Promise.resolve(true),
    );
    return deed === undefined ? refuse('internal') : this.carryOut(deed);
  }

  /** An open position as the engine values it now; undefined when it is not open. */
  async position(order: DeskOrderRow): Promise<PositionView | undefined> {
    const account = order.status === 'open' && (await committedAccount(this.#deps.trading, Number(order.account)));
    return account === false ? undefined : account?.positions.find((each) => each.order.id === Number(order.id));
  }

  /** True when a close of this result by this person needs a second one. */
  async needsSecondPerson(order: DeskOrderRow, position: PositionView, staff: number): Promise<boolean> {
    const amount = sizeOf(position.profit);
    if (order.kind !== 'real' || amount === 0n) return false;
    return this.#deps.limit.needsSecond({ staff, user: Number(order.account), amount });
  }

  /** Does a decided deed. Repeated calls do it once. */
  async carryOut(id: number): Promise<Answer<DeedRow>> {
    const { queries, trading } = this.#deps;
    const row = await queries.byId(id);
    if (row === undefined) return refuse('unknown_record');
    if (row.state !== 'decided') return outcomeOf(row);
    const order = await queries.order(Number(row.order_id));
    if (order === undefined) return refuse('unknown_order');
    const outcome = await trading.submit(commandOf(row, order, await queries.coverLeft(Number(row.order_id))));
    // The outcome is unknown: the deed stays decided, and the next request or the next round tries it again.
    if (!outcome.ok && isTemporary(outcome.reason)) return refuse(outcome.reason);
    await this.#finish(row, outcome.ok ? null : outcome.reason);
    if (!outcome.ok) return refuse(outcome.reason, outcome.detail);
    const after = await queries.byId(id);
    return after === undefined ? refuse('unknown_record') : done(after);
  }

  /** Does the deeds that are still decided. One that fails is logged, and the others are done. */
  async resume(): Promise<void> {
    const { queries, log } = this.#deps;
    let after = 0n;
    for (;;) {
      const ids = await queries.unfinished(after, AT_ONCE);
      for (const id of ids) {
        await this.carryOutWhenDealt(Number(id)).catch((error: unknown) =>
          log.error({ err: error, deed: Number(id) }, 'a deed of the desk failed; the next round tries again'),
        );
      }
      after = ids.at(-1) ?? after;
      if (ids.length < AT_ONCE) return;
    }
  }

  /**
   * Does a deed that was decided before. While its position is open and can't be dealt in, the deed waits for the next
   * round: the engine would remember the refusal under the key. After a day it is refused.
   */
  async carryOutWhenDealt(id: number): Promise<Answer<DeedRow>> {
    const { queries, market, trading, clock } = this.#deps;
    const row = await queries.byId(id);
    // The engine has done or refused what is no longer open, and answers by the key.
    const isOpen = row?.kind === 'close' && (await queries.order(Number(row.order_id)))?.status === 'open';
    if (row?.state !== 'decided' || !isOpen) return this.carryOut(id);
    const problem = closingProblem(row.instrument, market, trading.restricted);
    if (problem === undefined) return this.carryOut(id);
    if (clock() - row.created_at.getTime() < LONGEST_WAIT_MS) return done(row);
    await this.#finish(row, problem);
    return refuse(problem);
  }

  /** Stores the outcome; a refused deed moved nothing, so it no longer counts for its author's limit. */
  async #finish(row: DeedRow, refusal: FailReason | null): Promise<void> {
    const { queries, limit } = this.#deps;
    const id = Number(row.id);
    await queries.finish(id, refusal, await this.#words(row), (db) => limit.release('desk_deeds', id, db));
  }

  /** The deed under this key; `key_reused` when it was for another order, or `isSame` denies it. */
  async repeated(
    kind: NewDeed['kind'],
    { order, author, key }: DeskRequest,
    isSame: (row: DeedRow) => boolean = () => true,
  ): Promise<Answer<number> | undefined> {
    const { queries } = this.#deps;
    const id = await queries.byKey(author, key);
    const row = id === undefined ? undefined : await queries.byId(id);
    if (id === undefined || row === undefined) return undefined;
    return row.kind === kind && row.order_id === BigInt(order) && isSame(row) ? done(id) : refuse('key_reused');
  }

  /** The words of the notice, from the committed order. */
  async #words(row: DeedRow): Promise<DeedWords> {
    const { queries, market } = this.#deps;
    const instrument = market.instrument(row.instrument);
    const code = instrument?.displayCode ?? '';
    if (row.kind === 'cancel' || instrument === undefined) return { code };
    if (row.kind === 'correct') {
      const made = await queries.correctionOf(row);
      if (made === undefined) return { code };
      const [price, from] = [made.price, made.from_price].map((each) => formatPrice(asPrice(each), instrument));
      return { code, price, from, amount: made.amount };
    }
    const order = await queries.order(Number(row.order_id));
    if (order === undefined || order.close_price === null || order.profit === null) return { code };
    return { code, price: formatPrice(asPrice(order.close_price), instrument), amount: order.profit };
  }

  /** Names of orders by which colleagues know them. */
  namesOf(orders: readonly (number | null)[]): Promise<readonly (string | undefined)[]> {
    return Promise.all(
      orders.map(async (id) => {
        const order = id === null ? undefined : await this.#deps.queries.order(id);
        const code = order === undefined ? undefined : this.#deps.market.instrument(order.instrument)?.displayCode;
        return id === null || code === undefined ? undefined : `${code} ${id}`;
      }),
    );
  }

  #handler(): ProposalHandler {
    const { queries } = this.#deps;
    return {
      isCurrent: async (row) => (await queries.order(Number(row.subject_id)))?.status === 'open',
      noticeMs: () => Promise.resolve(0),
      subjectNames: (subjects) => this.namesOf(subjects.map(({ id }) => id)),
      apply: async (row) => {
        const deed = await queries.add(deedOf(row), () => Promise.resolve(true));
        return deed === undefined ? refuse('internal') : this.carryOutWhenDealt(deed);
      },
    };
  }
}

/** The deed of an approved change. No client can send its key, because keys of requests have no colon. */
function deedOf(row: ProposalRow): NewDeed {
  const { user_id: user, reason } = JSON.parse(row.after) as { readonly user_id: number; readonly reason: string };
  const proposal = Number(row.id);
  const order = Number(row.subject_id);
  return { kind: 'close', order, user, author: Number(row.author_id), proposal, reason, key: `proposal:${proposal}` };
}

/** The answer of a call from that of its deed. */
export function closedBy(carried: Answer<DeedRow>): Answer<Closed> {
  return carried.ok ? done({ deed: carried.data }) : carried;
}

function outcomeOf(row: DeedRow): Answer<DeedRow> {
  return row.state === 'refused' && row.refusal !== null ? refuse(row.refusal as FailReason) : done(row);
}

function sizeOf(amount: Money): Money {
  return amount < 0n ? minus(ZERO, amount) : amount;
}
