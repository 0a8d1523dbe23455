import { stopOutLevelOf } from '@fairlot/client';
import type { RowOf } from '../../lists/list-calls.ts';
import type { Text } from '../../shared/language/text.ts';

type Proposal = RowOf<'proposals'>;

/** The record that a proposal changes, with its name or number. */
export function subjectOf(
  t: Text,
  { kind, subjectId, subjectName }: Pick<Proposal, 'kind' | 'subjectId' | 'subjectName'>,
): string {
  const names: Readonly<Record<string, string>> = {
    settings: t('menu.settings'),
    network: t('terms.network'),
    collect_coin: t('terms.coin'),
    receiving_account: t('terms.account'),
    draw_currency: t('terms.currency'),
    instrument: t('terms.instrument'),
    swap: t('terms.swap'),
    staff_roles: t('field.roles'),
  };
  const name = names[kind] ?? kind;
  return subjectId === null ? name : `${name} ${subjectName ?? subjectId}`;
}

/** The stop-out level that a proposal sets; undefined when it sets none. */
export function proposedStopOut({ kind, after }: Pick<Proposal, 'kind' | 'after'>): number | undefined {
  return kind === 'settings' ? stopOutLevelOf(JSON.parse(after)) : undefined;
}
