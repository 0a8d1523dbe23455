import { z } from 'zod/mini';
import { isoTime } from '../scalar.ts';
import { defineStaffCall, defineStaffList, period } from './call.ts';

const text = (most: number) =>
  z.string().check(
    z.maxLength(most),
    z.refine((value) => !/\p{Cc}/u.test(value)),
  );
/** Letters, digits, dots and hyphens, or an IPv6 address; nothing that would end a directive of the page's policy. */
const LINK = /^https:\/\/([\p{L}\p{N}.-]+|\[[\da-f:.]+\])(:\d{1,5})?([/?#][^\s"'<>]*)?$/iu;
/** URL of another site, or empty. */
const link = z.string().check(
  z.maxLength(500),
  z.refine((value) => value === '' || LINK.test(value)),
);
const email = z.string().check(
  z.maxLength(254),
  z.refine((value) => value === '' || /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(value)),
);
/** Dollars with up to two decimals. */
const dollars = z.string().check(z.regex(/^(0|[1-9]\d{0,8})(\.\d{1,2})?$/));
const percent = z.int().check(z.gte(1), z.lte(10_000));
const hours = (least: number, most: number) => z.int().check(z.gte(least), z.lte(most));
const whole = (least: number, most: number) => z.int().check(z.gte(least), z.lte(most));
const country = z.string().check(z.regex(/^[A-Z]{2}$/));

/** The colour of a house that has chosen none. */
export const BRAND_COLOUR = '#4030b4';

/** Kinds of rewards for inviters. */
export const REWARD_KINDS = ['none', 'fixed', 'share'] as const;

/**
 * Settings that the operator may change while the server runs. The environment sets the defaults; the office overrides
 * them. Stored values from before the bounds of `settingInput` stay in force until they are changed.
 */
export const siteSettings = z.object({
  /** Title of the site; DEMO has special effects (specification, sections 2, 7 and 9). */
  site_title: text(60).check(z.minLength(1)),
  /** Colour of the house in mails, as #rrggbb. */
  brand_colour: z.string().check(z.regex(/^#[\da-f]{6}$/i)),
  /** Language of the trader's page for a visitor who has not chosen one. */
  default_language: z.string().check(z.regex(/^[a-z]{2,3}$/)),
  /** URL of an external helpdesk; empty = the built-in support chat. */
  service_link: link,
  /** Registration by: 0 = email, or mobile while `is_show_mobile` is on; 1 = mobile only; 2 = email only. */
  verify_reg_type: z.int().check(z.gte(0), z.lte(2)),
  /** Shows mobile numbers next to email. Users who have only a number can sign in and reset the password either way. */
  is_show_mobile: z.boolean(),
  /** Margin level, in per cent, at or below which the client warns the user. */
  warning_ratio: percent,
  /** Margin level, in per cent, at or below which positions are closed. */
  stop_out_ratio: percent,
  /** New users get mails about their daily statements, after days with a movement of money. */
  statement_mail: z.boolean(),
  /** Only users with a verified identity may withdraw. */
  withdrawal_needs_verification: z.boolean(),
  /**
   * Hours after a new method, password, authenticator or device in which no withdrawal can be requested with it; 0 for
   * none.
   */
  withdrawal_wait_hours: hours(0, 168),
  /** Hours between the approval of a request to remove a lost authenticator, and its removal. */
  factor_reset_wait_hours: hours(24, 336),
  /** Hours without a call after which a user's session ends. */
  session_idle_hours: hours(1, 720),
  /** Dollars that one person may move alone in 24 hours, and that may be moved so for one user. */
  two_person_amount: dollars,
  /** The same in 7 days. */
  two_person_week_amount: dollars,
  /** Minimum and maximum dollars of one deposit or withdrawal by method: this field and the next seven. */
  deposit_coin_min: dollars,
  deposit_coin_max: dollars,
  deposit_bank_min: dollars,
  deposit_bank_max: dollars,
  withdraw_coin_min: dollars,
  withdraw_coin_max: dollars,
  withdraw_bank_min: dollars,
  withdraw_bank_max: dollars,
  /** The reward of an inviter: nothing, a fixed sum per person, or a share of that person's trading fees. */
  reward_kind: z.enum(REWARD_KINDS),
  /** The fixed sum, and the share in per cent. */
  reward_amount: dollars,
  reward_share_ratio: percent,
  /** Conditions of the fixed sum: dollars deposited and not taken out again, dollars of trading fees paid. */
  reward_min_deposits: dollars,
  reward_min_fees: dollars,
  /** Days from the registration in which the conditions must be met, or whose fees are shared. */
  reward_days: whole(1, 3650),
  /** Days that a deposit must have stood before it counts. */
  reward_hold_days: whole(0, 365),
  /** Persons per inviter and month, and dollars per inviter and 24 hours, above which staff decide. */
  reward_month_people: whole(1, 10_000),
  reward_day_amount: dollars,
  /** ISO 3166 codes of countries excluded from the service. */
  excluded_countries: z.array(country).check(
    z.maxLength(250),
    z.refine((list) => new Set(list).size === list.length),
  ),
  /** The labelled sample strategies trade and appear in the ranking. */
  sample_strategies: z.boolean(),
  /** Contact email, shown to users. */
  company_email: email,
  complaint_email: email,
});
export type SiteSettingValues = z.infer<typeof siteSettings>;
export type SiteSettingKey = keyof SiteSettingValues;

/** The lowest and the highest plausible value of each setting with a figure. A change outside them is refused. */
export const SETTING_BOUNDS = {
  warning_ratio: [11, 1000],
  stop_out_ratio: [10, 90],
  withdrawal_wait_hours: [0, 168],
  factor_reset_wait_hours: [24, 336],
  session_idle_hours: [1, 720],
  two_person_amount: [0, 100_000],
  two_person_week_amount: [0, 500_000],
  deposit_coin_min: [0, 100_000],
  deposit_coin_max: [1, 10_000_000],
  deposit_bank_min: [0, 100_000],
  deposit_bank_max: [1, 10_000_000],
  withdraw_coin_min: [0, 100_000],
  withdraw_coin_max: [1, 10_000_000],
  withdraw_bank_min: [0, 100_000],
  withdraw_bank_max: [1, 10_000_000],
  reward_amount: [1, 1000],
  reward_share_ratio: [1, 50],
  reward_min_deposits: [0, 100_000],
  reward_min_fees: [0, 10_000],
  reward_days: [1, 3650],
  reward_hold_days: [0, 365],
  reward_month_people: [1, 10_000],
  reward_day_amount: [0, 100_000],
} as const satisfies Partial<Readonly<Record<SiteSettingKey, readonly [number, number]>>>;

/** Settings with the lowest and the highest amount of a deposit or a withdrawal. */
export const AMOUNT_SETTINGS = [
  'deposit_coin_min',
  'deposit_coin_max',
  'deposit_bank_min',
  'deposit_bank_max',
  'withdraw_coin_min',
  'withdraw_coin_max',
  'withdraw_bank_min',
  'withdraw_bank_max',
] as const satisfies readonly SiteSettingKey[];

/** Settings of the rewards for inviters, apart from their kind. */
export const REWARD_SETTINGS = [
  'reward_amount',
  'reward_share_ratio',
  'reward_min_deposits',
  'reward_min_fees',
  'reward_days',
  'reward_hold_days',
  'reward_month_people',
  'reward_day_amount',
] as const satisfies readonly SiteSettingKey[];

/**
 * Settings that decide about clients' money. While there are real accounts, a change of them waits for a second person
 * (see `proposals.ts`).
 */
export const GUARDED_SETTINGS: readonly SiteSettingKey[] = [
  'warning_ratio',
  'stop_out_ratio',
  'two_person_amount',
  'two_person_week_amount',
  'withdrawal_needs_verification',
  ...AMOUNT_SETTINGS,
  'withdrawal_wait_hours',
  'factor_reset_wait_hours',
  'reward_kind',
  ...REWARD_SETTINGS,
];

type BoundedKey = keyof typeof SETTING_BOUNDS;
const wholeIn = ([least, most]: readonly [number, number]) => z.int().check(z.gte(least), z.lte(most));
/** At most nine digits before the point, so the comparison as numbers is exact. */
const dollarsIn = ([least, most]: readonly [number, number]) =>
  dollars.check(z.refine((value) => Number(value) >= least && Number(value) <= most));
const dollarInputs = Object.fromEntries(
  Object.entries(SETTING_BOUNDS)
    .filter(([key]) => !/_(ratio|hours|days|people)$/.test(key))
    .map(([key, bounds]) => [key, dollarsIn(bounds)]),
) as Record<Exclude<BoundedKey, `${string}_${'ratio' | 'hours' | 'days' | 'people'}`>, typeof dollars>;

/** Settings in a change: any of them, within their bounds. */
export const settingInput = z.partial(
  z.object({
    ...siteSettings.shape,
    ...dollarInputs,
    warning_ratio: wholeIn(SETTING_BOUNDS.warning_ratio),
    stop_out_ratio: wholeIn(SETTING_BOUNDS.stop_out_ratio),
    reward_share_ratio: wholeIn(SETTING_BOUNDS.reward_share_ratio),
  }),
);

/** Kinds of records whose changes are listed. */
export const SETTING_CHANGE_KINDS = [
  'setting',
  'instrument',
  'network',
  'receiving_account',
  'draw_currency',
  'collect_coin',
  'staff_roles',
  'mail_text',
  'exposure_limit',
] as const;

/** One change of a setting, of terms or of roles, with values as JSON. */
export const settingChange = z.object({
  /** Unique within its kind. */
  id: z.int(),
  at: isoTime,
  /** setting, instrument, network, collect_coin, receiving_account, draw_currency, staff_roles, mail_text, exposure_limit. */
  kind: z.string(),
  /** Name of the author, and of the second person who approved it. */
  staff_name: z.string(),
  /** The setting, or the name of the record. */
  key: z.string(),
  /**
   * The values in force before and after; of a record, the fields that changed. null in changes of earlier versions for
   * the default.
   */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});

const current = z.object({
  /** A change must carry this version, so that it cannot overwrite an unseen change (optimistic lock). */
  version: z.int(),
  values: siteSettings,
  /** Settings that the office overrides. */
  overridden: z.array(z.string()),
});

/** Positions that a stop-out level would close now. */
const closing = z.object({ positions: z.int(), accounts: z.int() });

export const settingsCalls = {
  siteSettings: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/settings/read',
    roles: ['support', 'compliance', 'finance', 'dealer', 'administrator'],
    changesState: false,
    summary: 'All settings with their current values.',
    input: z.object({}),
    output: current,
  }),
  changeSiteSettings: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/settings/change',
    roles: ['administrator'],
    changesState: true,
    summary:
      'Changes settings, all or none of the given ones; settings in `reset` return to their defaults. While there are real accounts, a change of the warning and stop-out levels, of an amount, of withdrawal_needs_verification, withdrawal_wait_hours, factor_reset_wait_hours or a term of the rewards for inviters becomes a proposal as a whole.',
    input: z.object({
      version: z.int(),
      values: settingInput,
      reset: z._default(z.array(z.string()).check(z.maxLength(50)), []),
    }),
    /** `proposal`: the number of the proposal that waits; null for a change that is done. */
    output: z.object({ ...current.shape, proposal: z.nullable(z.int()) }),
  }),
  previewStopOut: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/settings/preview_stop_out',
    roles: ['administrator'],
    changesState: false,
    summary: 'The positions that a stop-out level would close at the present prices. Changes nothing.',
    input: z.object({
      stop_out_ratio: z.pipe(
        z.union([z.int(), z.string().check(z.regex(/^\d{1,3}$/))]),
        z.pipe(z.transform(Number), wholeIn(SETTING_BOUNDS.stop_out_ratio)),
      ),
    }),
    output: z.object({
      real: closing,
      demo: closing,
      /** False when the time ran out before every account was valued: the figures are lower bounds. */
      complete: z.boolean(),
      /** The change waits for the approval of a second person. */
      needs_approval: z.boolean(),
      /** Hours between approval and effect, because the level is stricter for open positions of real accounts. */
      notice_hours: z.int(),
    }),
  }),
  settingChanges: defineStaffList({
    path: '/office/api/settings/changes',
    roles: ['administrator', 'compliance', 'finance', 'dealer'],
    summary: 'All changes of settings, payment terms, instruments and roles that took effect, newest first.',
    filters: {
      ...period,
      kind: z.optional(z.enum(SETTING_CHANGE_KINDS)),
      key: z.optional(z.string().check(z.maxLength(64))),
    },
    row: settingChange,
  }),
} as const;
