import { type Money, type Price, formatMoney, formatPrice } from '@fairlot/domain';
import type { Phase } from './tape.ts';

/** A stop-loss that was filled. */
export interface StopFill {
  readonly order: number;
  readonly account: number;
  readonly phase: Phase;
  readonly level: Price;
  readonly price: Price;
}

/** The events of a phase. */
export interface PhaseCounts {
  /** Ticks of the source, and quotes that passed the filter. */
  ticks: number;
  quotes: number;
  opened: number;
  stopLosses: number;
  stopOuts: number;
  clientCloses: number;
  refused: Map<string, number>;
  /** Negative balances that the house covered, and their sum. */
  covers: number;
  cover: bigint;
}

/** The result of a scenario, for people. */
export interface Report {
  /** Rows of the table of phases, by phase. */
  readonly phases: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
  /** Rows of the table of slippage, by phase. */
  readonly slippage: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
  /** Every stop as a line of comma-separated values, with a header. */
  readonly stops: string;
}

const EURUSD = { pricePrecision: 5 };
const HUNDRED_PERCENT = 1e6;

export function reportOf(phases: ReadonlyMap<Phase, PhaseCounts>, stops: readonly StopFill[]): Report {
  const slippage: Record<string, Record<string, string | number>> = {};
  for (const phase of phases.keys()) {
    const of = stops.filter((stop) => stop.phase === phase);
    if (of.length > 0) slippage[phase] = summary(of);
  }
  if (stops.length > 0) slippage['all'] = summary(stops);
  return {
    phases: Object.fromEntries([...phases].map(([phase, counts]) => [phase, rowOf(counts)])),
    slippage,
    stops: ['order,account,phase,level,fill,slippage %', ...stops.map(lineOf)].join('\n'),
  };
}

function rowOf(counts: PhaseCounts): Record<string, string | number> {
  return {
    ticks: counts.ticks,
    quotes: counts.quotes,
    opened: counts.opened,
    'closed by clients': counts.clientCloses,
    'stop-losses': counts.stopLosses,
    'stop-outs': counts.stopOuts,
    'in doubt': counts.refused.get('price_in_doubt') ?? 0,
    stale: counts.refused.get('market_data_stale') ?? 0,
    closed: counts.refused.get('market_closed') ?? 0,
    covered: counts.covers,
    'cost of cover, USD': formatMoney(counts.cover as Money, 2),
  };
}

function summary(stops: readonly StopFill[]): Record<string, string | number> {
  const sorted = stops.map(slippageOf).sort((left, right) => left - right);
  const at = (share: number): string => `${(sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(3)} %`;
  return { stops: sorted.length, least: at(0), median: at(0.5), '95 % of them': at(0.95), worst: at(1) };
}

/** Distance of the fill from the level, in per cent of the level, against the client when above zero. */
function slippageOf({ level, price }: StopFill): number {
  const distance = price > level ? price - level : level - price;
  return Number((distance * BigInt(HUNDRED_PERCENT)) / level) / (HUNDRED_PERCENT / 100);
}

function lineOf(stop: StopFill): string {
  const { order, account, phase, level, price } = stop;
  return [
    order,
    account,
    phase,
    formatPrice(level, EURUSD),
    formatPrice(price, EURUSD),
    slippageOf(stop).toFixed(4),
  ].join();
}
