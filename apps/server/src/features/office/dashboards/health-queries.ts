import { isFresh } from '@fairlot/domain';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { ListedInstrument, MarketData } from '../../../market/port.ts';
import type { QueueAge } from '../../../staff/work-queues.ts';

/** The numbers of messages that wait, are held for the operator, or failed within a day. */
export async function readOutboxCounts(
  kysely: Kysely<Tables>,
): Promise<{ waiting: number; held: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; held: number; failed: number }>`
    select count(*) filter (where state = 'waiting')::integer as waiting, count(*) filter (where state = 'held')::integer as held,
      count(*) filter (where state = 'failed' and ended_at > now() - interval '1 day')::integer as failed from outbox`.execute(
    kysely,
  );
  return rows[0] ?? { waiting: 0, held: 0, failed: 0 };
}

/** The states of messages that an operator watches, with their number and the oldest time. */
export async function readOutboxAges(
  kysely: Kysely<Tables>,
): Promise<readonly (QueueAge & { readonly name: 'waiting' | 'held' | 'failed' })[]> {
  const { rows } = await sql<{ state: string; count: number; oldest: Date }>`
    select state, count(*)::integer as count, min(coalesce(ended_at, created_at)) as oldest from outbox
    where state in ('waiting', 'held') or (state = 'failed' and ended_at > now() - interval '1 day') group by state`.execute(
    kysely,
  );
  return (['waiting', 'held', 'failed'] as const).map((name) => {
    const row = rows.find(({ state }) => state === name);
    return { name, waiting: row?.count ?? 0, oldestAt: row?.oldest };
  });
}

/** The number of instruments in each state, of which an instrument has one. */
export function instrumentStates(
  market: MarketData,
): Readonly<Record<'fresh' | 'stale' | 'in_doubt' | 'closed' | 'without_quote' | 'sourceless', number>> {
  const states = { fresh: 0, stale: 0, in_doubt: 0, closed: 0, without_quote: 0, sourceless: 0 };
  const stale = new Set(staleInstruments(market));
  for (const instrument of market.instruments()) {
    if (market.isOpen(instrument.id) && market.doubt(instrument.id) === 'source') states.sourceless += 1;
    else if (market.quote(instrument.id) === undefined) states.without_quote += 1;
    else if (!market.isOpen(instrument.id)) states.closed += 1;
    else if (market.doubt(instrument.id) !== undefined) states.in_doubt += 1;
    else states[stale.has(instrument) ? 'stale' : 'fresh'] += 1;
  }
  return states;
}

/** Instruments whose price has jumped and waits for confirmation. */
export function doubtedInstruments(market: MarketData): readonly ListedInstrument[] {
  return market.instruments().filter(({ id }) => market.doubt(id) === 'price');
}

/** Instruments that have had no quote since the start, although they have a source. */
export function unquotedInstruments(market: MarketData): readonly ListedInstrument[] {
  return market.instruments().filter(({ id }) => market.quote(id) === undefined && market.doubt(id) !== 'source');
}

/** Instruments of open markets that no source has a price of. */
export function sourcelessInstruments(market: MarketData): readonly ListedInstrument[] {
  return market.instruments().filter(({ id }) => market.isOpen(id) && market.doubt(id) === 'source');
}

/** Instruments whose market is open but whose last quote is too old to trade on. */
export function staleInstruments(market: MarketData): readonly ListedInstrument[] {
  return market.instruments().filter(({ id, staleAfterMs }) => {
    const quote = market.quote(id);
    return (
      quote !== undefined &&
      market.doubt(id) !== 'source' &&
      market.isOpen(id) &&
      !isFresh(quote.time, market.now(), staleAfterMs)
    );
  });
}
