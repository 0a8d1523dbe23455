import { isFresh } from '@fairlot/domain';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { ListedInstrument, MarketData } from '../../../market/port.ts';

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

/** Instruments whose price has jumped and waits for confirmation. */
export function doubtedInstruments(market: MarketData): readonly ListedInstrument[] {
  return market.instruments().filter(({ id }) => market.doubt(id) === 'price');
}

/** Instruments whose market is open but whose last quote is too old to trade on. */
export function staleInstruments(market: MarketData): readonly ListedInstrument[] {
  return market.instruments().filter(({ id, staleAfterMs }) => {
    const quote = market.quote(id);
    return quote !== undefined && market.isOpen(id) && !isFresh(quote.time, market.now(), staleAfterMs);
  });
}
