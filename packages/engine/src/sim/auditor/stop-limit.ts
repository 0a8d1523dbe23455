import type { Instrument } from '@fairlot/domain';
import type { AmendOrder, Outcome } from '../../index.ts';
import type { AuditedOrder } from './books.ts';
import { wrongLevel } from './dealing.ts';
import type { Ledger } from './ledger.ts';

/** The dearer of two prices: what a stop-limit order reserves for. */
export function dearer(price: bigint, limit: bigint | undefined): bigint {
  if (limit === undefined) return price;
  return limit > price ? limit : price;
}

/** The limit that an amended order has. */
export function amendedLimit({ kind, limit }: AuditedOrder, command: AmendOrder): bigint | undefined {
  if (command.limitPrice !== undefined) return command.limitPrice;
  return command.kind !== undefined || kind === 'limit' ? undefined : limit;
}

/** Levels are wrong if they are so from the one price or from the other. */
export function wrongFromEither(
  terms: Instrument,
  side: 'buy' | 'sell',
  prices: readonly [bigint, bigint | undefined],
  stop: bigint | undefined,
  take: bigint | undefined,
): Outcome | undefined {
  for (const price of prices) {
    const wrong = price === undefined ? undefined : wrongLevel(terms, side, price, stop, take);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** A stop-limit order that the market has overrun waits at its limit (true). */
export function waitsAtLimit(ledger: Ledger, order: AuditedOrder): boolean {
  const { id, account, instrument, side, off, kind, limit } = order;
  if (kind !== 'stop' || limit === undefined) return false;
  const overrun = (ledger.opening(instrument, side, off) - limit) * (side === 'buy' ? 1n : -1n);
  if (overrun <= 0n) return false;
  order.kind = 'limit';
  order.target = limit;
  ledger.touched.add(account);
  ledger.say(`stop of ${id} of ${account} reached: limit ${limit} on ${ledger.quote(instrument).seq}`);
  return true;
}
