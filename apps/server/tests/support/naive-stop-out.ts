import { query } from './real-user.ts';
import type { TestServer } from './server.ts';

/** The terms of an instrument that results and conversions need. */
interface Terms {
  readonly units: bigint;
  readonly leg: number | undefined;
  readonly inverse: boolean;
}
interface Market {
  readonly seq: number;
  readonly bid: bigint;
  readonly ask: bigint;
}
interface Held {
  readonly id: number;
  readonly instrument: number;
  readonly side: string;
  readonly lots: bigint;
  readonly price: bigint;
  readonly margin: bigint;
}

/** The expected data of a forced close. Money in micro-dollars, the ratio in hundredths of a per cent. */
export interface NaiveClose {
  readonly id: number;
  readonly equity: bigint;
  readonly usedMargin: bigint;
  readonly ratio: bigint;
  readonly loss: bigint;
  readonly quote: number;
}

/** Rounds n/d (d > 0) half to even. */
function halfEven(n: bigint, d: bigint): bigint {
  const floor = (n - (((n % d) + d) % d)) / d;
  const twice = 2n * (n - floor * d);
  return twice > d || (twice === d && floor % 2n !== 0n) ? floor + 1n : floor;
}

/**
 * Computes the expected closes of a stop-out from the account's movements, its orders and the market data journalled by
 * then, row by row in integers. Shares no code with the engine.
 */
export async function naiveStopOut(
  server: Pick<TestServer, 'databaseUrl'>,
  account: number,
  row: number,
  level: bigint,
): Promise<readonly NaiveClose[]> {
  const terms = await readTerms(server);
  const markets = await readMarkets(server, row);
  const [money] = await query<{ own: string }>(
    server,
    `
    select sum(case when credit_account = $1 and credit_book in ('cash', 'orderReserve') then amount else 0 end - case when debit_account = $1 and debit_book in ('cash', 'orderReserve') then amount else 0 end) as own
    from transfers where account = $1 and seq < $2`,
    [account, row],
  );
  const rows = await query<Record<'id' | 'lots' | 'price' | 'margin', string> & { instrument: number; side: string }>(
    server,
    `
    select o.id, o.instrument, o.side, o.lots, o.price, o.margin from orders o, journal j
    where j.seq = $2 and o.account = $1 and o.opened_at <= j.time and (o.ended_at is null or o.ended_at >= j.time) order by o.id`,
    [account, row],
  );
  let held: Held[] = rows.map((each) => ({
    id: Number(each.id),
    instrument: each.instrument,
    side: each.side,
    lots: BigInt(each.lots),
    price: BigInt(each.price),
    margin: BigInt(each.margin),
  }));
  let cash = BigInt(money?.own ?? '0');
  const result = (position: Held): bigint => {
    const [market, { units, leg, inverse }] = [at(markets, position.instrument), at(terms, position.instrument)];
    const product =
      (position.side === 'buy' ? market.bid - position.price : position.price - market.ask) * position.lots * units;
    if (leg === undefined) return halfEven(product, 1_000_000n);
    const { bid, ask } = at(markets, leg);
    return inverse
      ? halfEven(product * 200_000_000n, 1_000_000n * (bid + ask))
      : halfEven(product * (bid + ask), 1_000_000n * 200_000_000n);
  };
  const closes: NaiveClose[] = [];
  for (;;) {
    const usedMargin = held.reduce((sum, { margin }) => sum + margin, 0n);
    const equity = cash + held.reduce((sum, position) => sum + result(position), 0n);
    if (usedMargin === 0n || equity * 100n > usedMargin * level) return closes;
    const [worst] = held.toSorted((a, b) => (result(a) < result(b) ? -1 : result(a) > result(b) ? 1 : a.id - b.id));
    if (worst === undefined) return closes;
    closes.push({
      id: worst.id,
      equity,
      usedMargin,
      ratio: halfEven(equity * 10_000n, usedMargin),
      loss: -result(worst),
      quote: at(markets, worst.instrument).seq,
    });
    cash += result(worst);
    held = held.filter((position) => position !== worst);
  }
}

async function readTerms(server: Pick<TestServer, 'databaseUrl'>): Promise<ReadonlyMap<number, Terms>> {
  const rows = await query<{
    id: number;
    units_per_lot: string;
    conversion_instrument: number | null;
    conversion_inverse: boolean;
  }>(server, 'select id, units_per_lot, conversion_instrument, conversion_inverse from instruments');
  return new Map(
    rows.map((each) => [
      each.id,
      {
        units: BigInt(each.units_per_lot),
        leg: each.conversion_instrument ?? undefined,
        inverse: each.conversion_inverse,
      },
    ]),
  );
}

/** The last market data of each instrument in journal rows up to this one. */
async function readMarkets(server: Pick<TestServer, 'databaseUrl'>, row: number): Promise<ReadonlyMap<number, Market>> {
  const rows = await query<{ markets: string }>(
    server,
    "select markets from journal where seq <= $1 and markets <> '[]' order by seq",
    [row],
  );
  const markets = new Map<number, Market>();
  for (const { markets: text } of rows) {
    for (const { instrument, seq, bid, ask } of JSON.parse(text) as {
      instrument: number;
      seq: number;
      bid: string;
      ask: string;
    }[]) {
      markets.set(instrument, { seq, bid: BigInt(bid), ask: BigInt(ask) });
    }
  }
  return markets;
}

function at<T>(map: ReadonlyMap<number, T>, id: number): T {
  const found = map.get(id);
  if (found === undefined) throw new Error(`unknown instrument ${id}`);
  return found;
}
