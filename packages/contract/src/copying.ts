import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { rankedUser } from './ranking.ts';
import { decimal, id, isoTime, nothing, numeric, page } from './scalar.ts';

/** Most copies that one account runs at once. */
export const MAX_COPIES = 10;
/** Most instruments that a copy names with limits of their own. */
export const MAX_COPY_INSTRUMENTS = 50;
/** Largest multiple of a proportional size. */
export const MAX_COPY_MULTIPLE = 10;
/** Most days of an equity curve. */
export const MAX_CURVE_DAYS = 366;

/** `stopping`: no deed opens anything any more, and the copy's positions are being closed. */
export const COPY_STATES = ['active', 'paused', 'stopping', 'ended'] as const;
export type CopyState = (typeof COPY_STATES)[number];

/** Cause of an end: the copier, the loss that the copier set, staff, or a leader who no longer leads. */
export const COPY_ENDS = ['copier', 'loss', 'staff', 'leader'] as const;
export type CopyEnd = (typeof COPY_ENDS)[number];

/** Leader's deeds that a copy follows. */
export const COPY_DEEDS = ['open', 'close', 'stops'] as const;

/** Reasons for which a copy leaves a leader's deed out; a refusal of the engine has its own word in `detail`. */
export const COPY_SKIPS = [
  'paused',
  'not_followed',
  'below_minimum',
  'over_allocation',
  'over_limit',
  'instrument_excluded',
  'leverage_unavailable',
  'price_moved',
  'not_held',
  'already_closed',
  'unchanged',
  'refused',
] as const;
export type CopySkip = (typeof COPY_SKIPS)[number];

/** Limits of one instrument in a copy. */
export const copyInstrument = z.object({
  forex_id: id,
  /** Most lots that the copy holds in it, either side; "0" leaves the instrument out. */
  max_lots: numeric,
});

/** Terms of a copy that its copier chooses. */
const chosen = {
  /** Dollars; sizes are the leader's × allocation ÷ the leader's equity × multiple, rounded down to the lot step. */
  allocation: numeric,
  multiple: z._default(numeric, '1'),
  /** Dollars of loss, floating included, at which the copy closes its positions and ends; absent for none. */
  stop_loss: z.optional(numeric),
  /** Highest leverage of a copied order; absent for the leader's. */
  max_leverage: z.optional(id),
  /** Per cent of the leader's price by which the copier's may be worse; the order is left out beyond it. */
  max_slippage: z._default(numeric, '0.5'),
  /** Limits by instrument; instruments that are not named have none. */
  instruments: z._default(z.array(copyInstrument).check(z.maxLength(MAX_COPY_INSTRUMENTS)), []),
};

/** A copy's terms, as they stand. */
export const copyTerms = z.object({
  allocation: decimal,
  multiple: decimal,
  stop_loss: z.nullable(decimal),
  max_leverage: z.nullable(z.int()),
  max_slippage: decimal,
  instruments: z.array(z.object({ forex_id: z.int(), max_lots: decimal })),
});

/** Figures of a copy. Money in dollars; results are net of trading fees, swaps and premiums. */
export const copyFigures = z.object({
  /** Result of the closed copied positions and parts, before the leader's fees. */
  realised: decimal,
  /** Result of the open ones at the present price, fees and swaps so far included. */
  floating: decimal,
  /** Sum of the leader's fees charged. */
  fees: decimal,
  /** The highest `realised` on which a fee was charged; a fee is a share of what lies above it. */
  high_water: decimal,
  /** Margin of the open copied positions. */
  margin: decimal,
  open: z.int(),
  closed: z.int(),
  skipped: z.int(),
  /** Milliseconds from the leader's commit to the copier's: mean and worst; null before the first. */
  delay_mean: z.nullable(z.int()),
  delay_worst: z.nullable(z.int()),
  /** Dollars by which the copier's fills were worse than the leader's; negative if better. */
  difference: decimal,
});

/** A copy, as its copier sees it. */
export const copy = z.object({
  id: z.int(),
  /** The leader; the name as it is now. */
  user: rankedUser,
  state: z.enum(COPY_STATES),
  ended: z.nullable(z.enum(COPY_ENDS)),
  /** Words of staff who ended it; empty otherwise. */
  reason: z.string(),
  terms: copyTerms,
  /** Per cent of new profit that the leader gets. */
  fee_percent: z.int(),
  figures: copyFigures,
  started_at: isoTime,
  ended_at: z.nullable(isoTime),
});

/** A leader's deed in a copy: one order, or one recorded skip. */
export const copyDeed = z.object({
  /** Number of the deed, the same in all copies of the leader. */
  id: z.int(),
  deed: z.enum(COPY_DEEDS),
  at: isoTime,
  code: z.string(),
  /** 1 = buy, 2 = sell; of the leader's position. */
  type: z.int(),
  /** The copier's order; null for a skip. */
  order_id: z.nullable(z.int()),
  lots: z.nullable(decimal),
  skip: z.nullable(z.enum(COPY_SKIPS)),
  /** The engine's word for a refusal; empty otherwise. */
  detail: z.string(),
  leader_price: z.nullable(decimal),
  price: z.nullable(decimal),
  /** Dollars by which the copier's fill was worse; negative if better. */
  difference: z.nullable(decimal),
  delay_ms: z.nullable(z.int()),
});

/** The page of a trader who can be followed. Figures without data are null. */
export const leaderPage = z.object({
  user: rankedUser,
  accepts: z.int(),
  fee_percent: z.int(),
  since: isoTime,
  /** Growth since the first day, in per cent, at the end of each UTC day; the last point is now. */
  curve: z.array(z.object({ day: z.string(), growth: decimal })),
  /** Largest fall of the curve from its highest point so far, in per cent, as a positive figure. */
  drawdown: z.nullable(decimal),
  worst_day: z.nullable(z.object({ day: z.string(), growth: decimal })),
  /** Closed positions and parts; the share with a net result above zero in per cent. */
  trades: z.int(),
  win: z.nullable(decimal),
  instruments: z.array(z.object({ code: z.string(), trades: z.int(), result: decimal })),
  /** Mean holding time of closed positions in seconds. */
  holding: z.nullable(z.int()),
  leverage: z.nullable(decimal),
  /** Copies that run now, dollars allocated to them. */
  followers: z.int(),
  allocated: decimal,
  /** Net result of all copies of this leader so far, open positions and fees included, and of how many copies. */
  followers_result: decimal,
  followers_copies: z.int(),
  /** Per cent of them with a result above zero. */
  followers_win: z.nullable(decimal),
  /** The caller's running copy of this leader. */
  copy_id: z.nullable(z.int()),
});

/** The consequences of terms, before they are accepted. */
export const copyPreview = z.object({
  /** The copier's lots for a lot of the leader. */
  ratio: decimal,
  leader_equity: decimal,
  fee_percent: z.int(),
  /** Positions that the leader has open: what a copy of them would be. */
  positions: z.array(
    z.object({
      code: z.string(),
      type: z.int(),
      lots: z.nullable(decimal),
      margin: z.nullable(decimal),
      skip: z.nullable(z.enum(COPY_SKIPS)),
    }),
  ),
});

/** The caller as a leader. */
export const ownLead = z.object({
  accepts: z.int(),
  fee_percent: z.int(),
  /** The highest share that the site allows; 0: the site has no fees. */
  max_fee_percent: z.int(),
  followers: z.int(),
  allocated: decimal,
  earned: decimal,
});

const start = z.object({
  trader_id: id,
  ...chosen,
  /** 1 copies the positions that are open now, too. */
  copy_open: z._default(z.int().check(z.gte(0), z.lte(1)), 0),
  /** The fee that the copier was shown; another one at arrival refuses the call. */
  fee_percent: z.int().check(z.gte(0), z.lte(100)),
});

export const copyingCalls = {
  followTrader: defineCall({
    methods: ['GET'],
    path: '/api/follow/trader',
    access: 'visitor',
    changesState: false,
    summary: 'A trader or sample strategy to follow: growth, risk, and what the followers themselves earned.',
    input: z.object({ id }),
    output: leaderPage,
  }),
  copies: defineCall({
    methods: ['GET'],
    path: '/api/follow/copies',
    access: 'user',
    changesState: false,
    summary: 'The caller’s copies, running ones first, then latest first.',
    input: z.object({ page }),
    output: z.object({ data: z.array(copy), total: z.int() }),
  }),
  copyDeeds: defineCall({
    methods: ['GET'],
    path: '/api/follow/deeds',
    access: 'user',
    changesState: false,
    summary: 'The leader’s deeds in one of the caller’s copies, latest first.',
    input: z.object({ id, page }),
    output: z.object({ data: z.array(copyDeed), total: z.int() }),
  }),
  copyPreview: defineCall({
    methods: ['POST'],
    path: '/api/follow/preview',
    access: 'user',
    changesState: false,
    summary: 'The sizes that a copy under these terms would have now. Nothing is changed.',
    input: z.object({ trader_id: id, ...chosen }),
    output: copyPreview,
  }),
  copyStart: defineCall({
    methods: ['POST'],
    path: '/api/follow/start',
    access: 'user',
    changesState: true,
    summary: 'Starts to copy a trader: demo accounts copy demo accounts, real ones real ones.',
    input: start,
    output: copy,
  }),
  copyAmend: defineCall({
    methods: ['POST'],
    path: '/api/follow/amend',
    access: 'user',
    changesState: true,
    summary: 'Replaces the terms of a running copy. They hold from the leader’s next deed on.',
    input: z.object({ id, ...chosen }),
    output: copy,
  }),
  copyPause: defineCall({
    methods: ['POST'],
    path: '/api/follow/pause',
    access: 'user',
    changesState: true,
    summary: 'Opens nothing more; closes and changes of stops are still followed.',
    input: z.object({ id }),
    output: copy,
  }),
  copyResume: defineCall({
    methods: ['POST'],
    path: '/api/follow/resume',
    access: 'user',
    changesState: true,
    summary: 'Follows a paused copy’s leader again, from the next deed on.',
    input: z.object({ id }),
    output: copy,
  }),
  copyStop: defineCall({
    methods: ['POST'],
    path: '/api/follow/stop',
    access: 'user',
    changesState: true,
    summary: 'Ends a copy. `close: 1` closes its positions; `close: 0` leaves them to the copier.',
    input: z.object({ id, close: z.int().check(z.gte(0), z.lte(1)) }),
    output: copy,
  }),
  ownLead: defineCall({
    methods: ['GET'],
    path: '/api/follow/lead',
    access: 'user',
    changesState: false,
    summary: 'Whether others may copy the caller, for which fee, and how many do.',
    input: nothing,
    output: ownLead,
  }),
  setLead: defineCall({
    methods: ['POST'],
    path: '/api/follow/lead',
    access: 'user',
    changesState: true,
    summary:
      'Lets others copy the caller, who must be listed, or ends that: running copies end and leave their positions to the copiers. Copies keep the fee under which they began.',
    input: z.object({
      accepts: z.int().check(z.gte(0), z.lte(1)),
      fee_percent: z._default(z.int().check(z.gte(0), z.lte(100)), 0),
    }),
    output: ownLead,
  }),
} as const;
