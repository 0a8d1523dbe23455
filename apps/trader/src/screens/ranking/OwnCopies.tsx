import type { Copy } from '@fairlot/client';
import { asMoney } from '@fairlot/domain';
import { Button, ErrorState, Skeleton, Tag } from '@fairlot/ui';
import type { ReactNode, RefObject } from 'react';
import { Link, useNavigate } from 'react-router';
import { DollarResult, Sum } from '../../features/copying/Facts.tsx';
import { useCopies } from '../../features/copying/copying-query.ts';
import { ListEnd } from '../../shared/lists/ListEnd.tsx';
import { recordsOf } from '../../shared/lists/records.ts';
import { useText } from '../../shared/language/language.ts';
import { useIsSignedIn } from '../../shared/session/session.ts';

export interface OwnCopiesProps {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** False where the operator has switched copying off: nothing asks the user to follow. */
  readonly offered: boolean;
}

/** The user's copies, above the traders to follow. */
export function OwnCopies({ scroller, offered }: OwnCopiesProps): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const signedIn = useIsSignedIn();
  if (!offered && !signedIn) return null;
  return (
    <section className="px-4 pt-4">
      <h2 className="mb-2 text-16 font-semibold">{t('copying.own.title')}</h2>
      {signedIn ? (
        <Copies scroller={scroller} offered={offered} />
      ) : (
        <div className="flex items-center gap-3 crowded:flex-wrap rounded-surface border border-line bg-surface p-4">
          <p className="min-w-0 flex-1 text-14">{t('copying.own.visitor')}</p>
          <Button kind="secondary" onClick={() => void navigate('/login?from=%2Frank%3Fview%3Dcopy')}>
            {t('rank.own.login')}
          </Button>
        </div>
      )}
      {offered ? <h2 className="mt-6 text-16 font-semibold">{t('copying.own.toFollow')}</h2> : null}
    </section>
  );
}

function Copies({ scroller, offered }: OwnCopiesProps): ReactNode {
  const t = useText();
  const query = useCopies();
  const { data, isError, isFetching, refetch } = query;
  if (data === undefined)
    return isError ? (
      <ErrorState
        title={t('copying.own.failed')}
        retryLabel={t('common.retry')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    ) : (
      <div aria-busy="true">
        <Skeleton shape="h-18 w-full" />
      </div>
    );
  const copies = recordsOf(data, ({ id }) => id);
  if (copies.length === 0)
    return (
      <div className="rounded-surface border border-line bg-surface p-4 text-14">
        <p className="font-medium">{t('copying.own.empty')}</p>
        {offered ? <p className="mt-0.5 text-quiet">{t('copying.own.emptyHint')}</p> : null}
      </div>
    );
  return (
    <>
      <ul className="divide-y divide-line overflow-hidden rounded-surface border border-line bg-surface">
        {copies.map((copy) => (
          <li key={copy.id}>
            <CopyRow copy={copy} />
          </li>
        ))}
      </ul>
      {query.hasNextPage ? <ListEnd query={query} scroller={scroller} /> : null}
    </>
  );
}

function CopyRow({ copy }: { readonly copy: Copy }): ReactNode {
  const t = useText();
  const { figures } = copy;
  return (
    <Link
      to={`/copy?id=${String(copy.id)}`}
      data-testid="copy"
      className="flex min-h-14 items-center gap-3 px-4 py-3 -outline-offset-2"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-semibold wrap-anywhere">
          <bdi>{copy.trader.name}</bdi>
        </span>
        <span className="mt-0.5 flex flex-wrap items-center gap-2 text-12 text-quiet">
          <Tag>{t(`copying.state.${copy.state}`)}</Tag>
          <span>
            {t('copying.form.allocation')} <Sum value={copy.terms.allocation} />
          </span>
        </span>
      </span>
      <span className="shrink-0 text-end">
        <span className="block text-16 font-medium">
          <DollarResult value={asMoney(figures.realised + figures.floating - figures.fees)} />
        </span>
        <span className="block text-12 text-quiet">{t('copying.copy.result')}</span>
      </span>
    </Link>
  );
}
