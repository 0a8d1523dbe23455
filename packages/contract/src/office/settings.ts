import { z } from 'zod/mini';

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
export const settingDollars = z.string().check(z.regex(/^(0|[1-9]\d{0,8})(\.\d{1,2})?$/));
const percent = z.int().check(z.gte(1), z.lte(10_000));
const hours = (least: number, most: number) => z.int().check(z.gte(least), z.lte(most));
const whole = (least: number, most: number) => z.int().check(z.gte(least), z.lte(most));
const country = z.string().check(z.regex(/^[A-Z]{2}$/));

/** The colour of a house that has chosen none. */
export const BRAND_COLOUR = '#4030b4';

/** Kinds of sources of market news: an ICS calendar, or an RSS or Atom feed. */
export const NEWS_SOURCE_KINDS = ['calendar', 'headlines'] as const;
/** Most sources of market news, and words in the scope of one. */
export const NEWS_SOURCES_MAX = 20;
export const NEWS_SCOPE_MAX = 20;

/** An address by http or https, without a user or password. */
const WEB_ADDRESS = /^https?:\/\/[^\s/?#@\\]+([/?#]\S*)?$/i;

/** A source of market news. Its address is shown to staff and kept in the history of settings, so it is no secret. */
const newsSource = z.strictObject({
  kind: z.enum(NEWS_SOURCE_KINDS),
  /** Shown to traders next to each item. */
  name: text(40).check(z.minLength(1)),
  url: z.string().check(z.maxLength(500), z.regex(WEB_ADDRESS)),
  /** Currencies, categories (such as metals) and codes of instruments that it is about; none for all. */
  scope: z.array(z.string().check(z.regex(/^[A-Za-z0-9]{2,20}$/))).check(z.maxLength(NEWS_SCOPE_MAX)),
});

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
  two_person_amount: settingDollars,
  /** The same in 7 days. */
  two_person_week_amount: settingDollars,
  /** Minimum and maximum dollars of one deposit or withdrawal by method: this field and the next seven. */
  deposit_coin_min: settingDollars,
  deposit_coin_max: settingDollars,
  deposit_bank_min: settingDollars,
  deposit_bank_max: settingDollars,
  withdraw_coin_min: settingDollars,
  withdraw_coin_max: settingDollars,
  withdraw_bank_min: settingDollars,
  withdraw_bank_max: settingDollars,
  /** The reward of an inviter: nothing, a fixed sum per person, or a share of that person's trading fees. */
  reward_kind: z.enum(REWARD_KINDS),
  /** The fixed sum, and the share in per cent. */
  reward_amount: settingDollars,
  reward_share_ratio: percent,
  /** Conditions of the fixed sum: dollars deposited and not taken out again, dollars of trading fees paid. */
  reward_min_deposits: settingDollars,
  reward_min_fees: settingDollars,
  /** Days from the registration in which the conditions must be met, or whose fees are shared. */
  reward_days: whole(1, 3650),
  /** Days that a deposit must have stood before it counts. */
  reward_hold_days: whole(0, 365),
  /** Persons per inviter and month, and dollars per inviter and 24 hours, above which staff decide. */
  reward_month_people: whole(1, 10_000),
  reward_day_amount: settingDollars,
  /** ISO 3166 codes of countries excluded from the service. */
  excluded_countries: z.array(country).check(
    z.maxLength(250),
    z.refine((list) => new Set(list).size === list.length),
  ),
  /** Sources of market news, by unique names. Plain http is read only from origins that the environment allows. */
  news_sources: z.array(newsSource).check(
    z.maxLength(NEWS_SOURCES_MAX),
    z.refine((list) => new Set(list.map(({ name }) => name)).size === list.length),
  ),
  /** The labelled sample strategies trade and appear in the ranking. */
  sample_strategies: z.boolean(),
  /** Traders may be copied. Off: running copies still follow closes and stops, and open nothing. */
  copying: z.boolean(),
  /** Dollars of the smallest copy, and most copies of one leader at a time. */
  copy_min_amount: settingDollars,
  copy_most_people: whole(1, 100_000),
  /** The highest share of new profit, in per cent, that a leader may ask for; 0: no fees. */
  copy_fee_ratio: whole(0, 100),
  /** Contact email, shown to users. */
  company_email: email,
  complaint_email: email,
});
export type SiteSettingValues = z.infer<typeof siteSettings>;
export type SiteSettingKey = keyof SiteSettingValues;
