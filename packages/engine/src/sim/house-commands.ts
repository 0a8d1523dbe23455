import type { DealingMode } from '@fairlot/domain';
import type { HostCommand, SetDealing, SetRules } from '../index.ts';
import type { Books } from './auditor/books.ts';
import type { Random, RunProfile } from './random.ts';
import type { SimulatedMarket } from './simulated-market.ts';

const RANK: Readonly<Record<DealingMode, number>> = { normal: 0, closeOnly: 1, halted: 2 };

/**
 * Halts an instrument, restricts it to closing or releases it. During bursts only towards the halt: what a release
 * allows is judged at the next quote, which may have passed some of a burst's accounts.
 */
export function dealingCommand(
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
