import { formatCount } from '@fairlot/client';
import { AMOUNT_SETTINGS, BRAND_COLOUR, REWARD_KINDS, REWARD_SETTINGS, SETTING_BOUNDS } from '@fairlot/contract';
import { LANGUAGES, isolate } from '@fairlot/i18n';
import type { Field } from '../../actions/fields.ts';
import type { Text } from '../../shared/language/text.ts';

export interface SettingGroup {
  readonly name: 'site' | 'accounts' | 'trading' | 'money' | 'rewards' | 'copying' | 'people' | 'news';
  readonly fields: readonly Field[];
}

/** The lowest and the highest value that the server takes. */
function boundsOf(name: keyof typeof SETTING_BOUNDS): string {
  const [least, most] = SETTING_BOUNDS[name];
  return isolate(`${formatCount(String(least))} – ${formatCount(String(most))}`);
}

/** The settings, grouped by subject. */
export function settingGroups(t: Text): readonly SettingGroup[] {
  return [
    {
      name: 'site',
      fields: [
        { kind: 'text', name: 'site_title' },
        { kind: 'text', name: 'brand_colour', hint: t('settings.colourHint', { example: isolate(BRAND_COLOUR) }) },
        {
          kind: 'choice',
          name: 'default_language',
          options: LANGUAGES.map(({ code, name }) => ({ value: code, label: name })),
        },
        { kind: 'text', name: 'company_email' },
        { kind: 'text', name: 'complaint_email' },
        { kind: 'text', name: 'service_link', wide: true, hint: t('companies.https') },
      ],
    },
    {
      name: 'accounts',
      fields: [
        {
          kind: 'choice',
          name: 'verify_reg_type',
          numeric: true,
          hint: t('settings.registrationHint'),
          options: [
            { value: '0', label: t('kind.byEither') },
            { value: '1', label: t('kind.byMobile') },
            { value: '2', label: t('kind.byEmail') },
          ],
        },
        { kind: 'switch', name: 'is_show_mobile', hint: t('settings.mobileHint') },
        { kind: 'switch', name: 'statement_mail', hint: t('settings.statementMailHint') },
        { kind: 'switch', name: 'sample_strategies' },
        { kind: 'whole', name: 'session_idle_hours', hint: boundsOf('session_idle_hours') },
      ],
    },
    {
      name: 'trading',
      fields: [
        { kind: 'whole', name: 'warning_ratio', hint: boundsOf('warning_ratio') },
        { kind: 'whole', name: 'stop_out_ratio', hint: boundsOf('stop_out_ratio') },
      ],
    },
    {
      name: 'money',
      fields: [
        { kind: 'decimal', name: 'two_person_amount', hint: boundsOf('two_person_amount') },
        { kind: 'decimal', name: 'two_person_week_amount', hint: boundsOf('two_person_week_amount') },
        { kind: 'switch', name: 'withdrawal_needs_verification' },
        { kind: 'whole', name: 'withdrawal_wait_hours', hint: boundsOf('withdrawal_wait_hours') },
        { kind: 'whole', name: 'factor_reset_wait_hours', hint: boundsOf('factor_reset_wait_hours') },
        ...AMOUNT_SETTINGS.map((name) => ({ kind: 'decimal' as const, name, hint: boundsOf(name) })),
      ],
    },
    rewardGroup(t),
    {
      name: 'copying',
      fields: [
        { kind: 'switch', name: 'copying' },
        { kind: 'decimal', name: 'copy_min_amount', hint: boundsOf('copy_min_amount') },
        { kind: 'whole', name: 'copy_most_people', hint: boundsOf('copy_most_people') },
        { kind: 'whole', name: 'copy_fee_ratio', hint: boundsOf('copy_fee_ratio') },
      ],
    },
    { name: 'people', fields: [{ kind: 'countries', name: 'excluded_countries' }] },
    { name: 'news', fields: [{ kind: 'newsSources', name: 'news_sources', hint: t('settings.newsHint') }] },
  ];
}

/** The terms of rewards for inviters. */
function rewardGroup(t: Text): SettingGroup {
  return {
    name: 'rewards',
    fields: [
      {
        kind: 'choice',
        name: 'reward_kind',
        options: REWARD_KINDS.map((value) => ({ value, label: t(`kind.${value}`) })),
      },
      ...REWARD_SETTINGS.map((name) => ({
        kind: /_(ratio|days|people)$/.test(name) ? ('whole' as const) : ('decimal' as const),
        name,
        hint: boundsOf(name),
      })),
    ],
  };
}
