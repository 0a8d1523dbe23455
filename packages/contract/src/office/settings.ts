import { z } from 'zod/mini';
import { isoTime } from '../scalar.ts';
import { defineStaffCall, defineStaffList } from './call.ts';

const text = (most: number) =>
  z.string().check(
    z.maxLength(most),
    z.refine((value) => !/\p{Cc}/u.test(value)),
  );
/** A page of another site, or nothing. */
const link = z.string().check(
  z.maxLength(500),
  z.refine((value) => value === '' || /^https:\/\/[^\s"'<>]+$/.test(value)),
);
const email = z.string().check(
  z.maxLength(254),
  z.refine((value) => value === '' || /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(value)),
);
/** Dollars with up to two decimals. */
const dollars = z.string().check(z.regex(/^(0|[1-9]\d{0,8})(\.\d{1,2})?$/));
const percent = z.int().check(z.gte(1), z.lte(10_000));
const country = z.string().check(z.regex(/^[A-Z]{2}$/));

/** What the operator may set while the server runs. The environment gives the defaults; the office overrides them. */
export const siteSettings = z.object({
  /** Name of the site; DEMO has effects of its own (specification, sections 2, 7 and 9). */
  site_title: text(60).check(z.minLength(1)),
  /** Page of another helpdesk. Empty: the built-in support chat. */
  service_link: link,
  /** Handed to clients as it is. */
  service_link_type: z.int().check(z.gte(0), z.lte(9)),
  /** How new users prove who they are at registration: 0 by email, 1 by mobile, 2 by either. */
  verify_reg_type: z.int().check(z.gte(0), z.lte(2)),
  /** Whether one may sign in and register by mobile phone. */
  is_show_mobile: z.boolean(),
  /** 1 = lots × rate, 2 = margin × rate. Holds for what is opened from then on. */
  trade_fee_type: z.int().check(z.gte(1), z.lte(2)),
  /** Prepayment ratios, in per cent, at which a user is warned and positions are closed. */
  warning_ratio: percent,
  stop_out_ratio: percent,
  /** Whether only users whose identity is verified may withdraw. */
  withdrawal_needs_verification: z.boolean(),
  /** Withdrawals and adjustments above this many dollars need two people. */
  two_person_amount: dollars,
  /** Least and most dollars of one deposit or withdrawal, by method. */
  deposit_coin_min: dollars,
  deposit_coin_max: dollars,
  deposit_bank_min: dollars,
  deposit_bank_max: dollars,
  withdraw_coin_min: dollars,
  withdraw_coin_max: dollars,
  withdraw_bank_min: dollars,
  withdraw_bank_max: dollars,
  /** ISO 3166 codes of countries to whose people the service is not offered. */
  excluded_countries: z.array(country).check(
    z.maxLength(250),
    z.refine((list) => new Set(list).size === list.length),
  ),
  /** Whether the labelled sample strategies trade and are listed. */
  sample_strategies: z.boolean(),
  /** Where users write to. */
  company_email: email,
  complaint_email: email,
});
export type SiteSettingValues = z.infer<typeof siteSettings>;
export type SiteSettingKey = keyof SiteSettingValues;

/** One change of a setting; values as JSON. */
export const settingChange = z.object({
  id: z.int(),
  at: isoTime,
  staff_id: z.nullable(z.int()),
  staff_name: z.string(),
  key: z.string(),
  /** null: the default. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});

const current = z.object({
  /** To be sent back with a change, so that nobody overwrites what they have not seen. */
  version: z.int(),
  values: siteSettings,
  /** Settings that the office has overridden. */
  overridden: z.array(z.string()),
});

export const settingsCalls = {
  siteSettings: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/settings/read',
    roles: ['support', 'compliance', 'finance', 'dealer', 'administrator'],
    changesState: false,
    summary: 'All settings as they are now.',
    input: z.object({}),
    output: current,
  }),
  changeSiteSettings: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/settings/change',
    roles: ['administrator'],
    changesState: true,
    summary: 'Changes settings, all that are given or none; those in `reset` go back to their defaults.',
    input: z.object({
      version: z.int(),
      values: z.partial(siteSettings),
      reset: z._default(z.array(z.string()).check(z.maxLength(50)), []),
    }),
    output: current,
  }),
  settingChanges: defineStaffList({
    path: '/office/api/settings/changes',
    roles: ['administrator', 'compliance', 'finance', 'dealer'],
    summary: 'Every change of a setting, newest first.',
    filters: { key: z.optional(z.string().check(z.maxLength(64))) },
    row: settingChange,
  }),
} as const;
