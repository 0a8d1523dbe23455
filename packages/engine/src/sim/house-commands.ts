import {
  type Commission,
  type DealingMode,
  type GroupTerms,
  type Instrument,
  type LeverageTier,
  type Money,
  type SwapTerms,
  pricePoint,
} from '@fairlot/domain';
import type { ClientCommand, DefineGroup, HostCommand, RemoveGroup, SetDealing, SetRules } from '../index.ts';
import type { Books } from './auditor/books.ts';
import { largerMinimum } from './closing-commands.ts';
import { guaranteeIn } from './guarantee-commands.ts';
import { listingCommand } from './listing-commands.ts';
import type { Random, RunProfile } from './random.ts';
import type { SimulatedMarket } from './simulated-market.ts';

/** Restricts or releases an instrument, or, in the runs that have that, adds or removes one. Never removes one in a burst. */
export function deskCommand(
  random: Random,
  { listing }: RunProfile,
  market: Pick<SimulatedMarket, 'time' | 'instruments' | 'quoted'>,
  books: Books,
): HostCommand {
  return listing > 0 && books.bursts.size === 0 && random.chance(listing)
    ? listingCommand(random, market, books)
    : dealingCommand(random, market, books);
}

const RANK: Readonly<Record<DealingMode, number>> = { normal: 0, closeOnly: 1, halted: 2 };

/**
 * Halts an instrument, restricts it to closing or releases it. During bursts only towards the halt: what a release
 * allows is judged at the next quote, which may have passed some of a burst's accounts.
 */
function dealingCommand(
  random: Random,
  { time, quoted }: Pick<SimulatedMarket, 'time' | 'quoted'>,
  { bursts, modes }: Books,
): SetDealing {
  const restricted = quoted.filter(({ id }) => (modes.get(id) ?? 'normal') !== 'normal');
  // Restricted ones more often, so that only a few are restricted at a time.
  const { id: instrument } = random.pick(restricted.length > 0 && random.chance(0.65) ? restricted : quoted);
  const now = modes.get(instrument) ?? 'normal';
  const wished: DealingMode = random.pick(
    now === 'normal' ? (['halted', 'closeOnly'] as const) : (['normal', 'normal', 'closeOnly', 'halted'] as const),
  );
  const mode = bursts.size > 0 && RANK[wished] < RANK[now] ? 'halted' : wished;
  const id = random.chance(0.02) ? 77 : instrument;
  return { type: 'setDealing', time, instrument: id, mode, staff: 3, memo: 'a "reason"' };
}

/** One in five closes and cancels is given by staff, in the runs that have a desk. */
export function byStaff(random: Random, { halting }: RunProfile): { readonly staff?: number; readonly memo?: string } {
  return halting > 0 && random.chance(0.2) ? { staff: random.between(1, 3), memo: 'on the phone, "quoted"' } : {};
}

/** Begins a rollover that has just passed, again or anew, or ends one. */
export function rolloverCommand(
  random: Random,
  { time }: Pick<SimulatedMarket, 'time'>,
  { rollovers }: Books,
): HostCommand {
  const begun = rollovers.length > 0 && random.chance(0.5) ? random.pick(rollovers) : undefined;
  if (begun !== undefined && random.chance(0.8)) return { type: 'endRollover', time, rolloverTime: begun.time };
  return {
    type: 'beginRollover',
    time,
    rolloverTime: begun?.time ?? time - random.between(0, 500),
    weekday: random.between(1, 5),
  };
}

const HEDGING = ['both', 'larger', 'none'] as const;

/** Groups of the simulation are numbered from 1; the next number is never defined. */
export const GROUPS = 5;

/** The group of a new account, in the runs that have groups. */
export function anyGroup(random: Random, { grouping }: RunProfile): { readonly group?: number } {
  return grouping > 0 && random.chance(0.4) ? { group: random.between(1, GROUPS + 1) } : {};
}

/** Adds a group, replaces its terms or removes it. Some are refused. */
export function groupCommand(
  random: Random,
  profile: RunProfile,
  { time, instruments }: Pick<SimulatedMarket, 'time' | 'instruments'>,
  { bursts, rollovers, groups }: Books,
): DefineGroup | RemoveGroup {
  const id = random.between(1, GROUPS);
  if (random.chance(0.15)) return { type: 'removeGroup', time, group: id };
  const share = profile.guaranteeing > 0 ? 0.9 : 0.5;
  const chosen = instruments.filter(() => random.chance(share));
  // A change of swaps during a rollover is refused, which must not be the rule.
  const swaps = rollovers.length === 0 || random.chance(0.1) ? 0.3 : 0;
  const terms = chosen.map((instrument) => ({
    ...termsIn(random, instrument, swaps),
    ...guaranteeIn(random, profile, instrument),
  }));
  if (random.chance(0.03)) terms.reverse();
  // In a burst no level changes: it would move accounts that the burst has judged, or will judge.
  const stopOutPercent = bursts.size === 0 && random.chance(0.4) ? random.pick([20, 50, 80]) : undefined;
  const hedgedMargin =
    bursts.size > 0 ? groups.get(id)?.hedgedMargin : random.chance(0.75) ? random.pick(HEDGING) : undefined;
  const own = { ...(stopOutPercent !== undefined && { stopOutPercent }), ...(hedgedMargin && { hedgedMargin }) };
  return { type: 'defineGroup', time, group: { id, ...own, terms } };
}

function termsIn(random: Random, instrument: Instrument, swaps: number): GroupTerms {
  const point = pricePoint(instrument);
  const steps = (): GroupTerms['markup'] & {} => ({
    bid: (BigInt(random.between(0, 12)) * point) as typeof point,
    ask: (BigInt(random.between(0, 12)) * point + (random.chance(0.01) ? 1n : 0n)) as typeof point,
  });
  return {
    instrument: instrument.id,
    ...(random.chance(0.7) && { markup: steps() }),
    ...(random.chance(0.4) && { commission: feeIn(random) }),
    ...(random.chance(swaps) && { swap: swapIn(random, instrument.swap) }),
    ...(random.chance(0.2) && { maxLeverage: random.pick([5, 50, 100]) }),
    ...(random.chance(0.05) && { offered: random.chance(0.3) }),
    ...(random.chance(0.5) && { tiers: tiersIn(random, instrument) }),
  };
}

/** Tiers that some of the accounts exceed. Few are refused: those of a fixed margin, or in disorder. */
function tiersIn(random: Random, { marginMode }: Instrument): readonly LeverageTier[] {
  if (marginMode === 'fixed' && !random.chance(0.02)) return [];
  let from = 0n;
  let leverage = random.pick([1, 3, 30, 100, 500]);
  const tiers: LeverageTier[] = [];
  for (let count = random.between(0, 4); count > 0; count -= 1) {
    tiers.push({ from: from as Money, leverage });
    from += BigInt(random.between(1, 2_000_000)) * 100_001n;
    leverage = Math.max(1, leverage - random.between(1, leverage));
    if (leverage === tiers.at(-1)?.leverage) break;
  }
  return random.chance(0.02) ? tiers.toReversed() : tiers;
}

function feeIn(random: Random): Commission {
  const mode = random.pick(['perLot', 'ofMargin', 'perMillion'] as const);
  return {
    mode,
    rate: BigInt(random.between(0, mode === 'perMillion' ? 6_000_000_000 : 300_000)) as Commission['rate'],
  };
}

function swapIn(random: Random, swap: SwapTerms): SwapTerms {
  // A group without swaps has rates of zero.
  if (random.chance(0.3)) return { ...swap, long: 0n as SwapTerms['long'], short: 0n as SwapTerms['short'] };
  return { ...swap, long: BigInt(random.between(-90_000_000, 90_000_000)) as SwapTerms['long'] };
}

/** Replaces the operator's rules. */
export function rulesCommand(random: Random, { time }: Pick<SimulatedMarket, 'time'>, { rules }: Books): SetRules {
  if (rules === undefined) throw new RangeError('the simulation sets the rules first');
  return {
    type: 'setRules',
    time,
    rules: {
      ...rules,
      feeMode: random.pick(['perLot', 'ofMargin']),
      stopOutPercent: random.pick([20, 50, 50, 80]),
      maxOrdersPerAccount: random.between(6, 12),
    },
  };
}

/** Half of the adjustments are returned withdrawals or deposits. */
export function returned(random: Random): Pick<Extract<ClientCommand, { type: 'adjust' }>, 'returns' | 'reference'> {
  if (random.chance(0.5)) return {};
  return { returns: random.pick(['withdrawal', 'deposit'] as const), reference: random.between(1, 99) };
}

/** Changed terms for later commands. Some changes are refused while orders are alive. */
export function changedTerms(
  random: Random,
  profile: RunProfile,
  { instruments }: Pick<SimulatedMarket, 'instruments'>,
): Instrument {
  const terms = random.pick(instruments);
  const change = random.pick<Partial<Instrument>>([
    { feeRate: BigInt(random.between(0, 300_000)) as Instrument['feeRate'] },
    { feeMode: random.pick<'perLot' | 'ofMargin'>(['perLot', 'ofMargin']) },
    { staleAfterMs: terms.staleAfterMs + random.between(0, 5000) },
    { swap: { ...terms.swap, tripleWeekday: random.between(1, 5) } },
    { swap: { ...terms.swap, long: BigInt(random.between(-90_000_000, 90_000_000)) as Instrument['swap']['long'] } },
    { code: `${terms.code}x` },
    { unitsPerLot: terms.unitsPerLot + 10n },
    ...largerMinimum(random, profile, terms),
  ]);
  return { ...terms, ...change };
}
