import { stopOutLevelOf, unitsPerDollarOf } from '@fairlot/client';
import type { RowOf } from '../../lists/list-calls.ts';
import type { Text } from '../../shared/language/text.ts';

type Proposal = RowOf<'proposals'>;

/** The kind of record that a proposal changes, in words. */
export function kindOf(t: Text, { kind }: Pick<Proposal, 'kind'>): string {
  const names: Readonly<Record<string, string>> = {
    settings: t('menu.settings'),
    network: t('terms.network'),
    collect_coin: t('terms.coin'),
    receiving_account: t('terms.account'),
    draw_currency: t('terms.currency'),
    instrument: t('terms.instrument'),
    swap: t('terms.swap'),
    symbol: t('terms.symbol'),
    listing: t('terms.listing'),
    close: t('terms.close'),
    correct: t('terms.correct'),
    staff_roles: t('field.roles'),
    mail_text: t('mailTexts.one'),
    exposure_limit: t('exposure.limit'),
  };
  return names[kind] ?? kind;
}

/** The stop-out level that a proposal sets; undefined when it sets none. */
export function proposedStopOut({ kind, after }: Pick<Proposal, 'kind' | 'after'>): number | undefined {
  return kind === 'settings' ? stopOutLevelOf(JSON.parse(after)) : undefined;
}

/** From this change in per cent on, a rate is pointed out. */
const LARGE_STEP = 20;

/** The change of a rate in per cent of the one before, if it is large; undefined for others and without a rate before. */
export function largeStepOf({ before, after }: Pick<Proposal, 'before' | 'after'>): number | undefined {
  const [old, now] = [before, after].map((values) => unitsPerDollarOf(JSON.parse(values)));
  if (old === undefined || now === undefined) return undefined;
  const step = (now / old - 1) * 100;
  return Math.abs(step) > LARGE_STEP ? step : undefined;
}
