import type { CopySkip } from '@fairlot/contract';
import type { Text } from '../../shared/language/language.ts';

/** Says why a deed of the leader caused no order. `detail` is the platform's word for a refusal. */
export function skipText(t: Text, skip: CopySkip, detail: string): string {
  return skip === 'refused' ? t('copying.deed.skip.refused', { detail }) : t(`copying.deed.skip.${skip}`);
}
