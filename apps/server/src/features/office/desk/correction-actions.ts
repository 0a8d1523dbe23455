import { type Price, ZERO, asPrice, formatMoney, formatPrice, minus, parsePrice } from '@fairlot/domain';
import type { FillName } from '@fairlot/engine';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { ListedInstrument } from '../../../market/port.ts';
import type { ProposalHandler } from '../../../staff/proposals/proposal-handler.ts';
import type { ProposalRow } from '../../../staff/proposals/proposal-store.ts';
import { committedAccount } from '../../../trading/committed-account.ts';
import type { CorrectionRow } from '../../../trading/read-corrections.ts';
import { type Closed, type DeskActions, type DeskActionsDeps, type DeskRequest, closedBy } from './actions.ts';
import { type CorrectionWorth, correctionWorth } from './correction-worth.ts';
import type { DeskOrderRow, NewDeed } from './queries.ts';

/** A fill and the price that it should have had. */
export interface CorrectionSubject {
  readonly order: number;
  readonly fill: FillName;
  /** Decimal text in the instrument's decimals. */
  readonly price: string;
}

/** The value of a correction, and what it is about. */
export interface Valued extends CorrectionWorth {
  readonly order: DeskOrderRow;
  readonly instrument: ListedInstrument;
  readonly price: Price;
  /** Number of corrections so far. */
  readonly count: number;
  /** Dollars without sign that the decision counts for its author; zero for play money. */
  readonly counted: bigint;
}

interface Stored extends Pick<CorrectionSubject, 'fill' | 'price'> {
  readonly user_id: number;
  readonly reason: string;
  readonly while_open: boolean;
}

interface CorrectionDeps extends Pick<DeskActionsDeps, 'queries' | 'trading' | 'market' | 'proposals' | 'limit'> {
  readonly actions: DeskActions;
  readonly corrections: (order: number) => Promise<readonly CorrectionRow[]>;
}

/** Corrects fills of clients: values them, asks for a second person where the difference needs one, and makes deeds. */
export class CorrectionActions {
  readonly #deps: CorrectionDeps;

  constructor(deps: CorrectionDeps) {
    this.#deps = deps;
    deps.proposals.register('correct', this.#handler());
  }

  /** The value of a correction if it were made now. */
  async value({ order: id, fill, price: text }: CorrectionSubject): Promise<Answer<Valued>> {
    const { queries, market, trading, corrections } = this.#deps;
    const order = await queries.order(id);
    if (order === undefined) return refuse('unknown_order');
    if (order.status !== 'open' && order.status !== 'closed') return refuse('order_not_open');
    const instrument = market.instrument(order.instrument);
    const account = await committedAccount(trading, Number(order.account));
    if (instrument === undefined || account === undefined) return refuse('unknown_account');
    const price = parsePrice(text, instrument);
    if (price === undefined) return refuse('price_invalid', { field: 'price' });
    const made = await corrections(id);
    const covered = await queries.coverLeft(id);
    const worth = correctionWorth({ order, instrument, last: made.at(-1), covered, account, market }, fill, price);
    if (typeof worth === 'string') return refuse(worth);
    const size = worth.difference < 0n ? minus(ZERO, worth.difference) : worth.difference;
    const counted = order.kind === 'real' ? size : 0n;
    return done({ ...worth, order, instrument, price, count: made.length, counted });
  }

  /** True when a correction of this value by this person needs a second one. */
  async needsSecondPerson({ order, counted }: Valued, staff: number): Promise<boolean> {
    return counted > 0n && this.#deps.limit.needsSecond({ staff, user: Number(order.account), amount: counted });
  }

  /** Corrects a fill, or proposes it where the difference exceeds what one person may decide. */
  async correct(request: DeskRequest & CorrectionSubject): Promise<Answer<Closed>> {
    const { queries, proposals, limit, actions } = this.#deps;
    const { order: id, fill, price: text, author, reason, key } = request;
    const known = await actions.repeated('correct', request, (row) => row.fill === fill);
    if (known !== undefined) return known.ok ? closedBy(await actions.carryOut(known.data)) : known;
    const valued = await this.value(request);
    if (!valued.ok) return valued;
    const { order, instrument, price, count, counted: amount, difference } = valued.data;
    const waiting = await queries.waitingChange(id, 'correct');
    if (waiting !== undefined) return done({ proposal: waiting });
    const user = Number(order.account);
    const whileOpen = order.status === 'open';
    const correction = { fill, price, whileOpen };
    const deed = await queries.add(
      { kind: 'correct', user, order: id, author, reason, key, correction },
      (db, record) =>
        amount === 0n
          ? Promise.resolve(true)
          : limit.take(db, { kind: 'desk_deeds', record, user, amount, staff: author }),
    );
    if (deed !== undefined) return closedBy(await actions.carryOut(deed));
    const stored: Stored = { user_id: user, reason, fill, price: text, while_open: whileOpen };
    const proposed = await proposals.propose({
      kind: 'correct',
      subject: id,
      before: { price: formatPrice(valued.data.from, instrument), difference: formatMoney(difference) },
      after: { ...stored, price: formatPrice(price, instrument) },
      baseVersion: count,
      author,
    });
    return proposed.ok ? done({ proposal: proposed.data }) : proposed;
  }

  #handler(): ProposalHandler {
    const { queries, actions, corrections, market } = this.#deps;
    return {
      isCurrent: async (row) => {
        const order = await queries.order(Number(row.subject_id));
        const made = await corrections(Number(row.subject_id));
        return made.length === row.base_version && order?.status === (storedIn(row).while_open ? 'open' : 'closed');
      },
      noticeMs: () => Promise.resolve(0),
      subjectNames: (subjects) => actions.namesOf(subjects.map(({ id }) => id)),
      apply: async (row) => {
        const { user_id: user, reason, fill, price, while_open: whileOpen } = storedIn(row);
        const order = await queries.order(Number(row.subject_id));
        const instrument = order && market.instrument(order.instrument);
        const exact = instrument && parsePrice(price, instrument);
        if (exact === undefined) return refuse('unknown_order');
        const deed = await queries.add(
          {
            kind: 'correct',
            order: Number(row.subject_id),
            user,
            author: Number(row.author_id),
            proposal: Number(row.id),
            reason,
            // No client can send it, because keys of requests have no colon.
            key: `proposal:${row.id}`,
            correction: { fill, price: asPrice(exact), whileOpen },
          } satisfies NewDeed,
          () => Promise.resolve(true),
        );
        return deed === undefined ? refuse('internal') : actions.carryOut(deed);
      },
    };
  }
}

function storedIn({ after }: ProposalRow): Stored {
  return JSON.parse(after) as Stored;
}
