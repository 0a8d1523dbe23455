import type { SiteSettingValues } from '@fairlot/contract';
import type { Money } from '@fairlot/domain';
import type { SiteSettings } from '../../platform/site-settings.ts';

/** The operator's terms of rewards. */
export interface RewardTerms {
  readonly kind: SiteSettingValues['reward_kind'];
  /** The fixed sum. */
  readonly amount: Money;
  /** The share of fees, in per cent. */
  readonly percent: number;
  readonly minDeposits: Money;
  readonly minFees: Money;
  /** Days from the registration in which conditions must be met, or whose fees are shared. */
  readonly days: number;
  /** Days that a deposit must have stood. */
  readonly holdDays: number;
  /** Persons per inviter and month that are rewarded without a decision of staff. */
  readonly monthPeople: number;
  /** Dollars per inviter and 24 hours, and in 7 days, that are paid without a decision of staff. */
  readonly dayAmount: Money;
  readonly weekAmount: Money;
}

/** The terms in force. What is paid without staff never exceeds what one person may move alone. */
export function rewardTerms(settings: SiteSettings): RewardTerms {
  const ofDay = settings.money('reward_day_amount');
  const ofPerson = settings.money('two_person_amount');
  return {
    kind: settings.get('reward_kind'),
    amount: settings.money('reward_amount'),
    percent: settings.get('reward_share_ratio'),
    minDeposits: settings.money('reward_min_deposits'),
    minFees: settings.money('reward_min_fees'),
    days: settings.get('reward_days'),
    holdDays: settings.get('reward_hold_days'),
    monthPeople: settings.get('reward_month_people'),
    dayAmount: ofDay < ofPerson ? ofDay : ofPerson,
    weekAmount: settings.money('two_person_week_amount'),
  };
}
