import { type Fraction, ceilingMicro, fraction, fromDollars, product, sum } from './exact.ts';

interface Tier {
  readonly from: bigint;
  readonly leverage: number;
}

interface Position {
  readonly instrument: number;
  readonly side: 'buy' | 'sell';
  readonly lots: bigint;
  readonly margin: bigint;
  readonly leverage: number;
}

/** The parts of the auditor's ledger that tiers concern. */
interface TieredBooks {
  own(account: number, instrument: number): { readonly tiers?: readonly Tier[] | undefined };
  hedgedMargin(account: number): 'both' | 'larger' | 'none';
  positionsOf(account: number): readonly Position[];
}

/** Used margin of an account's positions: per instrument, as opposite ones count in its group. */
export function marginOf(ledger: TieredBooks, account: number, positions: readonly Position[]): bigint {
  let used = 0n;
  for (const instrument of new Set(positions.map((position) => position.instrument))) {
    const own = positions.filter((position) => position.instrument === instrument);
    const { tiers = [] } = ledger.own(account, instrument);
    const mode = ledger.hedgedMargin(account);
    const sides = (['buy', 'sell'] as const).map((side) => own.filter((position) => position.side === side));
    if (mode === 'both') used += needOf(tiers, own);
    else if (mode === 'larger') used += sides.map((side) => needOf(tiers, side)).reduce((a, b) => (a > b ? a : b));
    else used += needOfUncovered(tiers, sides);
  }
  return used;
}

/** The own margins of positions, or what the tiers require, if that is more. Only a share of them counts. */
function needOf(tiers: readonly Tier[], positions: readonly Position[], share: Fraction = fraction(1n)): bigint {
  const part = (amount: bigint): bigint => ceilingMicro(product(fromDollars(amount), share));
  const bound = part(positions.reduce((total, { margin }) => total + margin, 0n));
  const exposure = part(positions.reduce((total, { margin, leverage }) => total + margin * BigInt(leverage), 0n));
  const required = requirement(tiers, exposure);
  return required > bound ? required : bound;
}

/** The share of the lots of one side that the other does not have. */
function needOfUncovered(tiers: readonly Tier[], sides: readonly (readonly Position[])[]): bigint {
  const lotsOf = (positions: readonly Position[]): bigint => positions.reduce((total, { lots }) => total + lots, 0n);
  const [first = [], second = []] = sides;
  const [buys, sells] = [lotsOf(first), lotsOf(second)];
  if (buys === sells) return 0n;
  return buys > sells
    ? needOf(tiers, first, fraction(buys - sells, buys))
    : needOf(tiers, second, fraction(sells - buys, sells));
}

/**
 * The need of a new position: its addition to the used margin; at least its own margin where both sides count, and where
 * the order waits.
 */
export function neededMargin(ledger: TieredBooks, account: number, position: Position, waits: boolean): bigint {
  const held = ledger.positionsOf(account);
  const added = marginOf(ledger, account, [...held, position]) - marginOf(ledger, account, held);
  const least = waits || ledger.hedgedMargin(account) === 'both' ? position.margin : 0n;
  return added > least ? added : least;
}

/** From the highest tier down: what lies above its beginning is charged at its leverage, and the rest by those below. */
function requirement(tiers: readonly Tier[], exposure: bigint): bigint {
  let left = exposure;
  const parts: Fraction[] = [];
  for (const { from, leverage } of tiers.toReversed()) {
    if (left <= from) continue;
    parts.push(product(fromDollars(left - from), fraction(1n, BigInt(leverage))));
    left = from;
  }
  return ceilingMicro(sum(parts));
}
