import { ErrorState, Skeleton } from '@fairlot/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useIdentityQuery } from '../../features/account/identity-query.ts';
import { RealOnly } from '../../shared/layout/RealOnly.tsx';
import { Screen, ScreenBody } from '../../shared/layout/Screen.tsx';
import { useText } from '../../shared/language/language.ts';
import { IdentityForm } from './IdentityForm.tsx';
import { Submitted } from './Submitted.tsx';

/** Identity verification: the form, or the submitted data with its status. */
export function IdentityScreen(): ReactNode {
  const t = useText();
  return (
    <RealOnly title={t('title.identity')}>
      <Screen title={t('title.identity')} back>
        <ScreenBody>
          <div className="gutter mx-auto max-w-105 py-6">
            <Verification />
          </div>
        </ScreenBody>
      </Screen>
    </RealOnly>
  );
}

function Verification(): ReactNode {
  const t = useText();
  const identity = useQuery(useIdentityQuery());
  if (identity.isPending) return <Loading />;
  if (identity.isError) {
    return (
      <ErrorState
        title={t('identity.notLoaded')}
        retryLabel={t('common.retry')}
        busy={identity.isFetching}
        onRetry={() => void identity.refetch()}
      />
    );
  }
  return identity.data.status === 'none' ? (
    <IdentityForm last={identity.data} />
  ) : (
    <Submitted identity={identity.data} />
  );
}

function Loading(): ReactNode {
  return (
    <div className="flex flex-col gap-4" aria-hidden="true">
      <Skeleton shape="h-11 w-full" />
      <Skeleton shape="h-11 w-full" />
      <Skeleton shape="aspect-8/5 w-full" />
      <Skeleton shape="aspect-8/5 w-full" />
    </div>
  );
}
