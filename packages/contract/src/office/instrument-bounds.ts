const MAX_FEE_PER_LOT = 1000;
const MAX_PART_OF_MARGIN = 1;
const MAX_SWAP_POINTS = 10_000;
const MAX_SWAP_PERCENT = 100;

/**
 * True for a fee rate that an operator can mean: at most 1000 dollars per lot, at most the whole margin. Without a mode
 * the wider bound holds.
 */
export function isPlausibleFee(mode: 'perLot' | 'ofMargin' | undefined, rate: string): boolean {
  return Number(rate) <= (mode === 'ofMargin' ? MAX_PART_OF_MARGIN : MAX_FEE_PER_LOT);
}

/** True for a swap rate that an operator can mean. Without a mode the wider bound holds. */
export function isPlausibleSwap(mode: 'points' | 'annualPercent' | undefined, rate: string): boolean {
  return Math.abs(Number(rate)) <= (mode === 'annualPercent' ? MAX_SWAP_PERCENT : MAX_SWAP_POINTS);
}
