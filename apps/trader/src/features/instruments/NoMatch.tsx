import { Button, EmptyState } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';
import type { Filter } from './filter.ts';

/** The empty state of a filtered list, with a button that clears the filter. */
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
