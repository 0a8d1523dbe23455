import { readCompanies } from '@fairlot/client';
import { Button, EmptyState, ErrorState, Icon, Skeleton } from '@fairlot/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../shared/services/services.ts';
import { useText } from '../../shared/language/language.ts';
import { CompanyLogo } from './CompanyLogo.tsx';
import type { Company } from '@fairlot/client';
import { CompanyPopup } from './CompanyPopup.tsx';

/** Companies whose name contains the text. Tapping one opens its details. */
export function CompanyList({ name, onShowAll }: { readonly name: string; readonly onShowAll: () => void }): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const asked = useDeferredValue(name.trim());
  const [chosen, setChosen] = useState<Company | null>(null);
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['companies', asked],
    queryFn: ({ signal }) => readCompanies(api, asked, { quiet: true, signal }),
    placeholderData: keepPreviousData,
  });
  if (data === undefined) {
    if (isError)
      return (
        <ErrorState
          title={t('product.failed')}
          retryLabel={t('common.retry')}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      );
    return (
      <div aria-busy="true" className="gutter flex min-h-17 items-center gap-3 border-b border-line bg-surface">
        <Skeleton shape="size-10" />
        <Skeleton shape="h-5 w-40" />
      </div>
    );
  }
  if (data.length === 0) {
    return asked === '' ? (
      <EmptyState
        art="results"
        title={t('product.empty')}
        text={t('product.emptyText')}
        action={
          <Button kind="secondary" onClick={() => void navigate('/trade')}>
            {t('orders.toTrade')}
          </Button>
        }
      />
    ) : (
      <EmptyState
        art="results"
        title={t('product.none')}
        text={t('product.noneHint')}
        action={
          <Button kind="secondary" onClick={onShowAll}>
            {t('product.showAll')}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <ul className="lg:m-4 lg:overflow-hidden lg:rounded-surface lg:border lg:border-line lg:*:last:border-b-0">
        {data.map((company) => (
          <CompanyRow key={company.id} company={company} onChoose={() => setChosen(company)} />
        ))}
      </ul>
      <CompanyPopup company={chosen} onClose={() => setChosen(null)} />
    </>
  );
}

function CompanyRow({ company, onChoose }: { readonly company: Company; readonly onChoose: () => void }): ReactNode {
  return (
    <li className="border-b border-line bg-surface">
      <button
        type="button"
        onClick={onChoose}
        className="gutter flex min-h-17 w-full items-center gap-3 text-start -outline-offset-2 transition pointed:bg-sunken"
      >
        <CompanyLogo company={company} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-16 font-semibold">
            <bdi>{company.name}</bdi>
          </span>
          {company.subject === '' ? null : (
            <span className="block truncate text-12 text-quiet">
              <bdi>{company.subject}</bdi>
            </span>
          )}
        </span>
        <span className="text-faint">
          <Icon name="forward" size={16} />
        </span>
      </button>
    </li>
  );
}
