import { concernsOpenPositions, groupDefinition } from '@fairlot/contract';
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
    group: t('groups.one'),
    group_move: t('groups.moveOne'),
    calendar: t('field.calendar'),
    catalogue: t('menu.catalogue'),
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

/** The group that a proposal changes, and whether the change concerns open positions; undefined for others and new groups. */
export function groupConcernOf({
  kind,
  subjectId,
  before,
  after,
}: Pick<Proposal, 'kind' | 'subjectId' | 'before' | 'after'>):
  { readonly group: number; readonly concerns: boolean } | undefined {
  if (kind !== 'group' || subjectId === null) return undefined;
  const [old, now] = [before, after].map((json) => groupDefinition.safeParse(JSON.parse(json)).data);
  if (old === undefined || now === undefined) return undefined;
  return { group: subjectId, concerns: concernsOpenPositions(old, now) };
}

/** The move of an account by the names of its groups, as JSON for the list of changes. */
export function groupMoveOf({ before, after }: Pick<Proposal, 'before' | 'after'>): {
  readonly before: string;
  readonly after: string;
} {
  const [from, to] = [before, after].map((json) => JSON.parse(json) as Readonly<Record<string, unknown>>);
  return {
    before: JSON.stringify({ group_id: from?.['group'] }),
    after: JSON.stringify({ group_id: to?.['group'], reason: to?.['reason'] }),
  };
}

/** The reason that the author of a proposal gave. */
export function reasonOf({ after }: Pick<Proposal, 'after'>): string {
  const { reason } = JSON.parse(after) as Readonly<Record<string, unknown>>;
  return typeof reason === 'string' ? reason : '';
}
