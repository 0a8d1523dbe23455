import type { OutputOfStaff, dashboardCalls } from '@fairlot/contract';
import {
  type Conversion,
  DOLLAR,
  type Money,
  asLots,
  asMoney,
  conversionFrom,
  divide,
  formatLots,
  formatMoney,
  notionalToMoney,
} from '@fairlot/domain';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { ListedInstrument, MarketData } from '../../../market/port.ts';

type Row = OutputOfStaff<typeof dashboardCalls.officeExposure>['list'][number];

/** Sums of the open positions of one instrument. */
interface Sums {
  readonly instrument: number;
  readonly long_lots: bigint;
  readonly short_lots: bigint;
  /** Lots × opening price, by side; may exceed int8. */
  readonly long_value: string;
  readonly short_value: string;
  readonly positions: number;
  readonly accounts: number;
}

/**
 * Sums the open positions of real or demo clients from committed orders, valued at current quotes. Sorted by size of
 * the net position; instruments that can't be valued come last.
 */
export async function readExposure(
  db: Kysely<Tables>,
  market: MarketData,
  kind: 'real' | 'demo',
): Promise<readonly Row[]> {
  const { rows } = await sql<Sums>`
    select orders.instrument,
      coalesce(sum(lots) filter (where side = 'buy'), 0)::bigint as long_lots, coalesce(sum(lots) filter (where side = 'sell'), 0)::bigint as short_lots,
      coalesce(sum(lots::numeric * price) filter (where side = 'buy'), 0)::text as long_value,
      coalesce(sum(lots::numeric * price) filter (where side = 'sell'), 0)::text as short_value,
      count(*)::integer as positions, count(distinct orders.account)::integer as accounts
    from orders join accounts on accounts.id = orders.account
    where orders.ended_at is null and orders.status = 'open' and accounts.kind = ${kind} group by orders.instrument`.execute(
    db,
  );
  const valued = rows.map((sums) => value(sums, market)).sort((a, b) => compare(b.net, a.net));
  return valued.map(({ row }) => row);
}

function compare(a: bigint | undefined, b: bigint | undefined): number {
  const [left, right] = [a === undefined ? -1n : magnitude(a), b === undefined ? -1n : magnitude(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}

function text(amount: Money | undefined): string | null {
  return amount === undefined ? null : formatMoney(amount, 2);
}

function value(sums: Sums, market: MarketData): { readonly row: Row; readonly net: bigint | undefined } {
  const instrument = market.instrument(sums.instrument);
  const figures = instrument === undefined ? undefined : dollars(sums, instrument, market);
  return {
    net: figures?.net,
    row: {
      instrument_id: sums.instrument,
      code: instrument?.code ?? '',
      long_lots: formatLots(asLots(sums.long_lots)),
      short_lots: formatLots(asLots(sums.short_lots)),
      net_lots: formatLots(asLots(sums.long_lots - sums.short_lots)),
      long_usd: text(figures?.long),
      short_usd: text(figures?.short),
      net_usd: text(figures?.net),
      clients_profit: text(figures?.profit),
      positions: sums.positions,
      accounts: sums.accounts,
    },
  };
}

/**
 * Values long positions at the bid and short ones at the ask, the prices at which they would close now. Undefined while
 * a quote is missing.
 */
function dollars(
  sums: Sums,
  instrument: ListedInstrument,
  market: MarketData,
): Readonly<Record<'long' | 'short' | 'net' | 'profit', Money>> | undefined {
  const quote = market.quote(instrument.id);
  const conversion = conversionOf(instrument, market);
  if (quote === undefined || conversion === undefined) return undefined;
  const inDollars = (lotsTimesPrice: bigint): Money =>
    asMoney(
      divide(
        lotsTimesPrice * instrument.unitsPerLot * conversion.numerator,
        notionalToMoney(instrument) * conversion.denominator,
        'halfEven',
      ),
    );
  const [longNow, shortNow] = [sums.long_lots * quote.bid, sums.short_lots * quote.ask];
  return {
    long: inDollars(longNow),
    short: inDollars(shortNow),
    net: inDollars(longNow - shortNow),
    profit: inDollars(longNow - BigInt(sums.long_value) - (shortNow - BigInt(sums.short_value))),
  };
}

function conversionOf({ conversion }: ListedInstrument, market: MarketData): Conversion | undefined {
  if (conversion === null) return DOLLAR;
  const quote = market.quote(conversion.instrument);
  return quote === undefined ? undefined : conversionFrom(conversion, quote);
}
