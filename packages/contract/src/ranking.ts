import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { decimal, isoTime, nothing, page } from './scalar.ts';

/** Sample strategies of the house. They trade on demo accounts and fill the ranking of a new site. */
export const SAMPLE_STRATEGIES = ['trend', 'breakout', 'mean_reversion'] as const;
export type SampleStrategy = (typeof SAMPLE_STRATEGIES)[number];

/** Sort keys of the ranking, best first, under the specification's names. */
export const RANKING_SORTS = [
  'three_week_rate',
  'three_week_win',
  'three_week_profit',
  'total_rate',
  'total_trade_num',
  'multiple',
] as const;
export type RankingSort = (typeof RANKING_SORTS)[number];

/** Accounts in the list. */
export const RANKING_ACCOUNTS = ['all', 'real', 'demo'] as const;
export type RankingAccounts = (typeof RANKING_ACCOUNTS)[number];

/** Most instruments in `code`. */
export const RANKING_CODES = 3;
/** Longest display name, in characters. */
export const DISPLAY_NAME_MAX = 20;

/** The trader or sample strategy of an entry. */
export const rankedUser = z.object({
  /** Number of the listing, not of the account. */
  id: z.int(),
  /** The chosen display name, or the name of the sample strategy in the caller's language. */
  name: z.string(),
  /** 1 = trades on a demo account. */
  is_demo: z.int(),
  /** The sample strategy; null for a trader. */
  strategy: z.nullable(z.enum(SAMPLE_STRATEGIES)),
});

/** One trader of the ranking. A figure without data is null. */
export const rankingEntry = z.object({
  /** Position in the sorted list, from 1. */
  rank: z.int(),
  user: rankedUser,
  /** Volume-weighted average leverage. */
  multiple: z.nullable(decimal),
  /** Per cent, signed: growth of the last 21 × 24 h between balance operations, floating profit included. */
  three_week_rate: decimal,
  /** Per cent: profitable closed positions ÷ closed positions of the last 21 × 24 h. */
  three_week_win: z.nullable(decimal),
  /** Dollars: result of the positions closed in the last 21 × 24 h, net of fees, swaps and premiums. */
  three_week_profit: decimal,
  /** Per cent, signed: growth since the account was opened. */
  total_rate: decimal,
  /** Closed positions since the account was opened. */
  total_trade_num: z.int(),
  /** The most traded instruments by `ShowCode`, at most three, separated by commas; empty before the first trade. */
  code: z.string(),
});

/** The caller's listing. `hidden`: staff removed the name for the given reason; a new name restores the listing. */
export const ownRanking = z.object({
  state: z.enum(['none', 'listed', 'hidden']),
  name: z.string(),
  reason: z.string(),
  /** null while not listed or before the first computation. The rank is among all accounts by three_week_rate. */
  entry: z.nullable(rankingEntry),
});

export const rankingCalls = {
  followList: defineCall({
    methods: ['GET'],
    path: '/api/follow/list',
    access: 'visitor',
    changesState: false,
    summary: 'Listed traders and sample strategies, best first. The figures are at most a minute old.',
    input: z.object({
      page,
      sort: z._default(z.enum(RANKING_SORTS), 'three_week_rate'),
      account: z._default(z.enum(RANKING_ACCOUNTS), 'all'),
    }),
    output: z.object({
      data: z.array(rankingEntry),
      total: z.int(),
      /** Market time of the figures; null before the first computation. */
      as_of: z.nullable(isoTime),
    }),
  }),
  followMine: defineCall({
    methods: ['GET'],
    path: '/api/follow/mine',
    access: 'user',
    changesState: false,
    summary: 'The caller’s listing: state, name and figures.',
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
    summary: 'Removes the account from the list.',
    input: nothing,
    output: ownRanking,
  }),
} as const;
