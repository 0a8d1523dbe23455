import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { epochMs, nothing } from './scalar.ts';

/** What every page needs to know of the site. */
export const basicInfo = z.object({
  /** DEMO has effects of its own (specification, sections 2, 7 and 9). */
  title: z.string(),
  /** Where prices come from: a simulated or replayed market must be said on every screen. */
  market: z.enum(['simulated', 'replay', 'live']),
  service_link: z.string(),
  service_link_type: z.int(),
  /** Where users write to; empty while the operator has named no address. */
  company_email: z._default(z.string(), ''),
  complaint_email: z._default(z.string(), ''),
  verify_reg_type: z.int(),
  /** 1 = lots × rate, otherwise margin × rate. */
  trade_fee_type: z.int(),
  /** Prepayment ratios, in per cent, at which a user is warned and positions are closed. */
  warning_ratio: z.int(),
  stop_out_ratio: z.int(),
  /** Market time in epoch milliseconds, so that a client can show how old a quote is. */
  server_time: epochMs,
});

export const siteCalls = {
  basicInfo: defineCall({
    methods: ['GET'],
    path: '/api/basicSet/getBasicInfo',
    access: 'visitor',
    changesState: false,
    summary: 'Site title, market source and base settings.',
    input: nothing,
    output: basicInfo,
  }),
  setting: defineCall({
    methods: ['GET'],
    path: '/api/default/setting',
    access: 'visitor',
    changesState: false,
    summary: 'One public setting by its key, such as is_show_mobile.',
    input: z.object({ key: z.string().check(z.maxLength(64), z.regex(/^[a-z_]+$/)) }),
    output: z.object({ key: z.string(), value: z.string() }),
  }),
} as const;
