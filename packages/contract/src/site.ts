import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { decimal, epochMs, nothing } from './scalar.ts';

/** A change of terms that is decided and takes effect at a known time. */
export const announcedTerm = z.object({
  /** stop_out, warning: the margin levels of all accounts, in per cent. Programs must ignore kinds that they don't know. */
  kind: z.string(),
  /** Number of the instrument that the change concerns; absent for terms of all accounts. */
  instrument: z.optional(z.int()),
  /** The figure now and from `at` on. */
  from: decimal,
  to: decimal,
  at: epochMs,
});

/** Site information for every page. */
export const basicInfo = z.object({
  /** The title DEMO has special effects (specification, sections 2, 7 and 9). */
  title: z.string(),
  /** Source of the prices. Every screen must label a simulated or replayed market. */
  market: z.enum(['simulated', 'replay', 'live']),
  service_link: z.string(),
  /** Always 0. The specification gives its values no meaning. */
  service_link_type: z.int(),
  /** Contact email; empty while the operator has not set one. */
  company_email: z._default(z.string(), ''),
  complaint_email: z._default(z.string(), ''),
  /** Registration by: 0 = email, or mobile while `is_show_mobile` is on; 1 = mobile only; 2 = email only. */
  verify_reg_type: z.int(),
  /**
   * 1 = lots × rate, otherwise margin × rate: the type of most instruments. Each instrument's `FeeType` is the one that
   * is charged.
   */
  trade_fee_type: z.int(),
  /** Margin level, in per cent, at or below which the client warns the user. */
  warning_ratio: z.int(),
  /** Margin level, in per cent, at or below which positions are closed. */
  stop_out_ratio: z.int(),
  /** Changes of terms that take effect later, soonest first. */
  announced_terms: z._default(z.array(announcedTerm), []),
  /** Market time. Clients show the age of a quote with it. */
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
    summary: 'One public setting by its key, such as is_show_mobile, or copying (1 where traders may be copied).',
    input: z.object({ key: z.string().check(z.maxLength(64), z.regex(/^[a-z_]+$/)) }),
    output: z.object({ key: z.string(), value: z.string() }),
  }),
} as const;
