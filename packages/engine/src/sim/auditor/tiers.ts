import { type Fraction, ceilingMicro, fraction, fromDollars, product, sum } from './exact.ts';

interface Tier {
  readonly from: bigint;
  readonly leverage: number;
}

interface Position {
  readonly instrument: number;
  readonly margin: bigint;
  readonly leverage: number;
}

/** The parts of the auditor's ledger that tiers concern. */
interface TieredBooks {
  own(account: number, instrument: number): { readonly tiers?: readonly Tier[] | undefined };
  positionsOf(account: number): readonly Position[];
}

/** Used margin of an account's positions: per instrument their own margins, or what the tiers require, if that is more. */
export function marginOf(ledger: TieredBooks, account: number, positions: readonly Position[]): bigint {
  let used = 0n;
  for (const instrument of new Set(positions.map((position) => position.instrument))) {
    const own = positions.filter((position) => position.instrument === instrument);
    const bound = own.reduce((total, { margin }) => total + margin, 0n);
    const exposure = own.reduce((total, { margin, leverage }) => total + margin * BigInt(leverage), 0n);
    const required = requirement(ledger.own(account, instrument).tiers ?? [], exposure);
    used += required > bound ? required : bound;
  }
  return used;
}

/** The need of a new position: its own margin, or its addition to the used margin, if that is more. */
export function neededMargin(ledger: TieredBooks, account: number, position: Position): bigint {
  const held = ledger.positionsOf(account);
  const added = marginOf(ledger, account, [...held, position]) - marginOf(ledger, account, held);
  return added > position.margin ? added : position.margin;
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
