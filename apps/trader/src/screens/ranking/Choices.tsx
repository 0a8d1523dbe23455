import { RANKING_ACCOUNTS, RANKING_SORTS } from '@fairlot/contract';
import type { RankingAccounts, RankingSort } from '@fairlot/contract';
import { Chip, Segmented } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';
import { useSidewaysWheel } from '../../shared/layout/use-sideways-wheel.ts';

export interface ChoicesProps {
  readonly sort: RankingSort;
  readonly account: RankingAccounts;
  readonly onSort: (sort: RankingSort) => void;
  readonly onAccount: (account: RankingAccounts) => void;
}

/** Selects the sort order and the kind of accounts. */
export function Choices({ sort, account, onSort, onAccount }: ChoicesProps): ReactNode {
  const t = useText();
  const row = useSidewaysWheel<HTMLFieldSetElement>();
  return (
    <div className="pt-4 pb-2">
      <div className="gutter lg:w-100">
        <Segmented
          label={t('rank.accounts')}
          value={account}
          onChange={onAccount}
          options={RANKING_ACCOUNTS.map((value) => ({ value, label: t(`rank.${value}`) }))}
        />
      </div>
      <fieldset
        ref={row}
        aria-label={t('rank.sortBy')}
        className="no-scrollbar fade-sides gutter flex min-w-0 gap-2 overflow-x-auto overscroll-x-contain pt-1"
      >
        {RANKING_SORTS.map((each) => (
          <Chip key={each} pressed={each === sort} onPress={() => onSort(each)}>
            {t(`rank.sort.${each}`)}
          </Chip>
        ))}
      </fieldset>
    </div>
  );
}
