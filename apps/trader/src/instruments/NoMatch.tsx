import { Button, EmptyState } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../shared/text.ts';
import type { Filter } from './filter.ts';

/** Says why a narrowed list is empty, and leads back to everything. */
export function NoMatch({ filter, onShowAll }: { readonly filter: Filter; readonly onShowAll: () => void }): ReactNode {
  const t = useText();
  const action = (
    <Button kind="secondary" onClick={onShowAll}>
      {t('trade.showAll')}
    </Button>
  );
  return filter.choice === 'favourites' && filter.search === '' ? (
    <EmptyState art="favourites" title={t('favourites.empty')} text={t('favourites.emptyHint')} action={action} />
  ) : (
    <EmptyState art="results" title={t('trade.noMatch')} text={t('trade.noMatchHint')} action={action} />
  );
}
