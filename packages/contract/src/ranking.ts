import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { decimal, isoTime, nothing, page } from './scalar.ts';

/** Strategies of the house that trade on demo accounts, so that the ranking of a young site shows how it works. */
export const SAMPLE_STRATEGIES = ['trend', 'breakout', 'mean_reversion'] as const;
export type SampleStrategy = (typeof SAMPLE_STRATEGIES)[number];

/** By what the list is sorted, best first; the specification's own names. */
export const RANKING_SORTS = [
  'three_week_rate',
  'three_week_win',
  'three_week_profit',
  'total_rate',
  'total_trade_num',
  'multiple',
] as const;
export type RankingSort = (typeof RANKING_SORTS)[number];

/** Which accounts the list shows. */
export const RANKING_ACCOUNTS = ['all', 'real', 'demo'] as const;
export type RankingAccounts = (typeof RANKING_ACCOUNTS)[number];

/** Most instruments that `code` names. */
export const RANKING_CODES = 3;
/** Longest display name, in characters. */
export const DISPLAY_NAME_MAX = 20;

/** Who an entry is about. */
export const rankedUser = z.object({
  /** Number of the listing, not of the account. */
  id: z.int(),
  /** The chosen display name, or the name of the sample strategy in the caller's language. */
  name: z.string(),
  /** 1 = trades on a demo account. */
  is_demo: z.int(),
  /** Names a sample strategy of the house; null for a trader. */
  strategy: z.nullable(z.enum(SAMPLE_STRATEGIES)),
});

/** One trader of the ranking. What there is nothing to compute from is null. */
export const rankingEntry = z.object({
  /** Place in the list as it is sorted, from 1. */
  rank: z.int(),
  user: rankedUser,
  /** Usual leverage, volume-weighted. */
  multiple: z.nullable(decimal),
  /** Per cent, signed: growth of the last 21 × 24 h between balance operations, floating profit included. */
  three_week_rate: decimal,
  /** Per cent: profitable closed positions ÷ closed positions of the last 21 × 24 h. */
  three_week_win: z.nullable(decimal),
  /** Dollars: result of the positions closed in the last 21 × 24 h, net of fees and swaps. */
  three_week_profit: decimal,
  /** Per cent, signed: growth since the account was opened. */
  total_rate: decimal,
  /** Closed positions since the account was opened. */
  total_trade_num: z.int(),
  /** The instruments of the most trades by the code that is shown (`ShowCode`), at most three, with commas between them; empty before the first trade. */
  code: z.string(),
});

/** One's own place. `hidden`: staff took the name out, for the reason given; another name brings the listing back. */
export const ownRanking = z.object({
  state: z.enum(['none', 'listed', 'hidden']),
  name: z.string(),
  reason: z.string(),
  /** null while not listed, or before the figures are computed. Its rank is that among all accounts by three_week_rate. */
  entry: z.nullable(rankingEntry),
});

export const rankingCalls = {
  followList: defineCall({
    methods: ['GET'],
    path: '/api/follow/list',
    access: 'visitor',
    changesState: false,
    summary:
      'Traders who chose to be listed, and the sample strategies, best first. Figures are not older than a minute.',
    input: z.object({
      page,
      sort: z._default(z.enum(RANKING_SORTS), 'three_week_rate'),
      account: z._default(z.enum(RANKING_ACCOUNTS), 'all'),
    }),
    output: z.object({
      data: z.array(rankingEntry),
      total: z.int(),
      /** Market time of the figures; null before the first ones. */
      as_of: z.nullable(isoTime),
    }),
  }),
  followMine: defineCall({
    methods: ['GET'],
    path: '/api/follow/mine',
    access: 'user',
    changesState: false,
    summary: 'Whether one is listed, under which name and with which figures.',
    input: nothing,
    output: ownRanking,
  }),
  followJoin: defineCall({
    methods: ['POST'],
    path: '/api/follow/join',
    access: 'user',
    changesState: true,
    summary: 'Lists the account under a display name, or changes the name.',
    input: z.object({ name: z.string().check(z.maxLength(100)) }),
    output: ownRanking,
  }),
  followLeave: defineCall({
    methods: ['POST'],
    path: '/api/follow/leave',
    access: 'user',
    changesState: true,
    summary: 'Takes the account out of the list.',
    input: nothing,
    output: ownRanking,
  }),
} as const;
