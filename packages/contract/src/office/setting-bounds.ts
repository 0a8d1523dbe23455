import { z } from 'zod/mini';
import { settingDollars, siteSettings } from './settings.ts';
import type { SiteSettingKey } from './settings.ts';

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
  copy_min_amount: [1, 100_000],
  copy_most_people: [1, 100_000],
  copy_fee_ratio: [0, 50],
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
  'copy_fee_ratio',
];

type BoundedKey = keyof typeof SETTING_BOUNDS;
export const settingWholeIn = ([least, most]: readonly [number, number]) => z.int().check(z.gte(least), z.lte(most));
/** At most nine digits before the point, so the comparison as numbers is exact. */
const dollarsIn = ([least, most]: readonly [number, number]) =>
  settingDollars.check(z.refine((value) => Number(value) >= least && Number(value) <= most));
const dollarInputs = Object.fromEntries(
  Object.entries(SETTING_BOUNDS)
    .filter(([key]) => !/_(ratio|hours|days|people)$/.test(key))
    .map(([key, bounds]) => [key, dollarsIn(bounds)]),
) as Record<Exclude<BoundedKey, `${string}_${'ratio' | 'hours' | 'days' | 'people'}`>, typeof settingDollars>;

/** Settings in a change: any of them, within their bounds. */
export const settingInput = z.partial(
  z.object({
    ...siteSettings.shape,
    ...dollarInputs,
    warning_ratio: settingWholeIn(SETTING_BOUNDS.warning_ratio),
    stop_out_ratio: settingWholeIn(SETTING_BOUNDS.stop_out_ratio),
    reward_share_ratio: settingWholeIn(SETTING_BOUNDS.reward_share_ratio),
    copy_fee_ratio: settingWholeIn(SETTING_BOUNDS.copy_fee_ratio),
  }),
);
