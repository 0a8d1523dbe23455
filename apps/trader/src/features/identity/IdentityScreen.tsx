import { ErrorState, Skeleton } from '@fairlot/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useIdentityQuery } from '../../shared/identity.ts';
import { RealOnly } from '../../shared/RealOnly.tsx';
import { Screen, ScreenBody } from '../../shared/Screen.tsx';
import { useText } from '../../shared/text.ts';
import { IdentityForm } from './IdentityForm.tsx';
import { Submitted } from './Submitted.tsx';

/** Real-name verification: the form, or what was submitted with how far it got. */
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
  return identity.data.review_status === 0 ? (
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
