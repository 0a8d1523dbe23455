import type {
  CopyEnd,
  CopySkip,
  CopyState,
  copy,
  copyDeed,
  copyFigures,
  copyPreview,
  copyTerms,
  leaderPage,
  ownLead,
} from '@fairlot/contract';
import { LOTS_SCALE, RATE_SCALE, asLots, divide, pow10 } from '@fairlot/domain';
import type { Lots, Money, Rate } from '@fairlot/domain';
import type { z } from 'zod/mini';
import { lotsOf, moneyOf, rateOf } from './units.ts';
import type { RankingEntry } from './ranking.ts';

type Trader = RankingEntry['trader'];

/** The page of a trader who can be followed. Rates are percentages; null without a basis to compute them. */
export interface Leader {
  readonly trader: Trader;
  readonly accepts: boolean;
  readonly feePercent: number;
  readonly since: string;
  /** Growth since the first day at the end of each UTC day. */
  readonly curve: readonly { readonly day: string; readonly growth: Rate }[];
  readonly drawdown: Rate | null;
  readonly worstDay: { readonly day: string; readonly growth: Rate } | null;
  readonly trades: number;
  readonly win: Rate | null;
  readonly instruments: readonly { readonly code: string; readonly trades: number; readonly result: Money }[];
  /** Mean holding time in seconds. */
  readonly holding: number | null;
  readonly leverage: Rate | null;
  readonly followers: number;
  readonly allocated: Money;
  readonly followersResult: Money;
  readonly followersCopies: number;
  readonly followersWin: Rate | null;
  /** The caller's running copy of this trader. */
  readonly copy: number | null;
}

/** Terms of a copy as they stand. */
export interface CopyTerms {
  readonly allocation: Money;
  readonly multiple: Rate;
  readonly stopLoss: Money | null;
  readonly maxLeverage: number | null;
  /** Per cent of the leader's price. */
  readonly maxSlippage: Rate;
  readonly instruments: readonly { readonly instrument: number; readonly maxLots: Lots }[];
}

/** Figures of a copy; results are net of trading fees, swaps and premiums. */
export interface CopyFigures {
  readonly realised: Money;
  readonly floating: Money;
  readonly fees: Money;
  readonly highWater: Money;
  readonly margin: Money;
  readonly open: number;
  readonly closed: number;
  readonly skipped: number;
  readonly delayMean: number | null;
  readonly delayWorst: number | null;
  /** Dollars by which the copier's fills were worse than the leader's. */
  readonly difference: Money;
}

/** One of the user's copies. */
export interface Copy {
  readonly id: number;
  readonly trader: Trader;
  readonly state: CopyState;
  readonly ended: CopyEnd | null;
  /** Words of staff who ended it. */
  readonly reason: string;
  readonly terms: CopyTerms;
  readonly feePercent: number;
  readonly figures: CopyFigures;
  readonly startedAt: string;
  readonly endedAt: string | null;
}

/** A leader's deed in a copy: an order, or a recorded skip. */
export interface CopyDeed {
  readonly id: number;
  readonly deed: 'open' | 'close' | 'stops';
  readonly at: string;
  readonly code: string;
  readonly side: 'buy' | 'sell';
  readonly order: number | null;
  readonly lots: Lots | null;
  readonly skip: CopySkip | null;
  readonly detail: string;
  /** Prices as the platform writes them. */
  readonly leaderPrice: string | null;
  readonly price: string | null;
  readonly difference: Money | null;
  readonly delayMs: number | null;
}

/** The consequences of a copy's terms. */
export interface CopyPreview {
  /** Lots for a lot of the leader, rounded down. */
  readonly ratio: Lots;
  readonly leaderEquity: Money;
  readonly feePercent: number;
  readonly positions: readonly {
    /** Place in the list, from 0. */
    readonly place: number;
    readonly code: string;
    readonly side: 'buy' | 'sell';
    readonly lots: Lots | null;
    readonly margin: Money | null;
    readonly skip: CopySkip | null;
  }[];
}

/** The user as a leader. */
export interface OwnLead {
  readonly accepts: boolean;
  readonly feePercent: number;
  /** The highest share that the site allows; 0: the site has no fees. */
  readonly maxFeePercent: number;
  readonly followers: number;
  readonly allocated: Money;
  readonly earned: Money;
}

/** Terms that a user chooses, as typed decimals. */
export interface CopyChoice {
  readonly allocation: string;
  readonly multiple: string;
  readonly stopLoss?: string | undefined;
  readonly maxLeverage?: number | undefined;
  readonly maxSlippage: string;
  readonly instruments: readonly { readonly instrument: number; readonly maxLots: string }[];
}

const traderFrom = (user: z.output<typeof leaderPage>['user']): Trader => ({
  id: user.id,
  name: user.name,
  isDemo: user.is_demo === 1,
  strategy: user.strategy,
});
const sideOf = (type: number): 'buy' | 'sell' => (type === 1 ? 'buy' : 'sell');
const rate = (text: string | null): Rate | null => (text === null ? null : rateOf(text));
const money = (text: string | null): Money | null => (text === null ? null : moneyOf(text));
const lots = (text: string | null): Lots | null => (text === null ? null : lotsOf(text));

export function leaderFrom(record: z.output<typeof leaderPage>): Leader {
  return {
    trader: traderFrom(record.user),
    accepts: record.accepts === 1,
    feePercent: record.fee_percent,
    since: record.since,
    curve: record.curve.map(({ day, growth }) => ({ day, growth: rateOf(growth) })),
    drawdown: rate(record.drawdown),
    worstDay: record.worst_day && { day: record.worst_day.day, growth: rateOf(record.worst_day.growth) },
    trades: record.trades,
    win: rate(record.win),
    instruments: record.instruments.map(({ code, trades, result }) => ({ code, trades, result: moneyOf(result) })),
    holding: record.holding,
    leverage: rate(record.leverage),
    followers: record.followers,
    allocated: moneyOf(record.allocated),
    followersResult: moneyOf(record.followers_result),
    followersCopies: record.followers_copies,
    followersWin: rate(record.followers_win),
    copy: record.copy_id,
  };
}

export function copyTermsFrom(record: z.output<typeof copyTerms>): CopyTerms {
  return {
    allocation: moneyOf(record.allocation),
    multiple: rateOf(record.multiple),
    stopLoss: money(record.stop_loss),
    maxLeverage: record.max_leverage,
    maxSlippage: rateOf(record.max_slippage),
    instruments: record.instruments.map((limit) => ({ instrument: limit.forex_id, maxLots: lotsOf(limit.max_lots) })),
  };
}

export function copyFiguresFrom(record: z.output<typeof copyFigures>): CopyFigures {
  return {
    realised: moneyOf(record.realised),
    floating: moneyOf(record.floating),
    fees: moneyOf(record.fees),
    highWater: moneyOf(record.high_water),
    margin: moneyOf(record.margin),
    open: record.open,
    closed: record.closed,
    skipped: record.skipped,
    delayMean: record.delay_mean,
    delayWorst: record.delay_worst,
    difference: moneyOf(record.difference),
  };
}

export function copyFrom(record: z.output<typeof copy>): Copy {
  return {
    id: record.id,
    trader: traderFrom(record.user),
    state: record.state,
    ended: record.ended,
    reason: record.reason,
    terms: copyTermsFrom(record.terms),
    feePercent: record.fee_percent,
    figures: copyFiguresFrom(record.figures),
    startedAt: record.started_at,
    endedAt: record.ended_at,
  };
}

export function copyDeedFrom(record: z.output<typeof copyDeed>): CopyDeed {
  return {
    id: record.id,
    deed: record.deed,
    at: record.at,
    code: record.code,
    side: sideOf(record.type),
    order: record.order_id,
    lots: lots(record.lots),
    skip: record.skip,
    detail: record.detail,
    leaderPrice: record.leader_price,
    price: record.price,
    difference: money(record.difference),
    delayMs: record.delay_ms,
  };
}

export function copyPreviewFrom(record: z.output<typeof copyPreview>): CopyPreview {
  return {
    ratio: asLots(divide(rateOf(record.ratio), pow10(RATE_SCALE - LOTS_SCALE), 'down')),
    leaderEquity: moneyOf(record.leader_equity),
    feePercent: record.fee_percent,
    positions: record.positions.map((position, place) => ({
      place,
      code: position.code,
      side: sideOf(position.type),
      lots: lots(position.lots),
      margin: money(position.margin),
      skip: position.skip,
    })),
  };
}

export function ownLeadFrom(record: z.output<typeof ownLead>): OwnLead {
  return {
    accepts: record.accepts === 1,
    feePercent: record.fee_percent,
    maxFeePercent: record.max_fee_percent,
    followers: record.followers,
    allocated: moneyOf(record.allocated),
    earned: moneyOf(record.earned),
  };
}
