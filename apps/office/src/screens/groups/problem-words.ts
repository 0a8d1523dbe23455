import type { Problem } from '../../lists/groups/group-problems.ts';
import type { Text } from '../../shared/language/text.ts';

/** The fault of a value, with the values that it takes; undefined for none. */
export function problemWords(t: Text, problem: Problem | undefined, rule?: string): string | undefined {
  switch (problem) {
    case undefined:
      return undefined;
    case 'missing':
    case 'bad':
    case 'grouped':
      return [t(`form.${problem}`), ...(rule === undefined ? [] : [rule])].join(' · ');
    case 'tiers':
      return t('groups.tiersRule');
    case 'level':
      return t('groups.levelRule');
    case 'nothing':
      return t('groups.emptyRule');
  }
}
