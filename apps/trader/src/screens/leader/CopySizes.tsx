import { formatLotsText, formatAmount, previewCopy } from '@fairlot/client';
import type { CopyChoice, CopyPreview } from '@fairlot/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Skeleton, cx } from '@fairlot/ui';
import { useDeferredValue } from 'react';
import type { ReactNode } from 'react';
import { accountKey } from '../../shared/services/query-client.ts';
import { api } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';
import { useText } from '../../shared/language/language.ts';
import { skipText } from '../../features/copying/skip-text.ts';

const REFRESH_MS = 10_000;

export interface CopySizesProps {
  readonly trader: number;
  /** Undefined while the typed terms are not numbers. */
  readonly choice: CopyChoice | undefined;
  readonly openPositions: boolean;
}

/** The sizes that a copy under the typed terms would have, as the server computes them. */
export function CopySizes({ trader, choice, openPositions }: CopySizesProps): ReactNode {
  const t = useText();
  const user = useSession((session) => session.user?.uid ?? '');
  const asked = useDeferredValue(choice);
  const { data, isError, isPlaceholderData } = useQuery<CopyPreview>({
    queryKey: accountKey(user, 'copy-preview', trader, JSON.stringify(asked)),
    queryFn: ({ signal }) =>
      asked === undefined
        ? Promise.reject(new Error('no terms'))
        : previewCopy(api, trader, asked, { quiet: true, signal }),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    retry: false,
  });
  if (choice === undefined) return null;
  return (
    <section aria-live="polite" className="rounded-control bg-sunken p-3 text-14">
      <h3 className="font-medium">{t('copying.form.preview')}</h3>
      {isError ? <p className="mt-1 text-quiet">{t('copying.form.previewFailed')}</p> : null}
      {data === undefined && !isError ? <Skeleton shape="mt-2 h-5 w-48" /> : null}
      {data === undefined || isError ? null : (
        <div className={cx(isPlaceholderData && 'text-faint')}>
          <p className="mt-1">{t('copying.form.ratio', { lots: formatLotsText(data.ratio) })}</p>
          {!openPositions ? null : data.positions.length === 0 ? (
            <p className="mt-1 text-quiet">{t('copying.form.noOpen')}</p>
          ) : (
            <>
              <p className="mt-2 text-12 text-quiet">{t('copying.form.nowOpen')}</p>
              <ul className="mt-1 space-y-1">
                {data.positions.map((position) => (
                  <li key={position.place} className="flex flex-wrap items-baseline justify-between gap-x-3">
                    <span>
                      <span className="figure font-medium">{position.code}</span> {t(`trade.side.${position.side}`)}
                    </span>
                    {position.lots === null || position.skip !== null ? (
                      <span className="text-12 text-quiet">{skipText(t, position.skip ?? 'below_minimum', '')}</span>
                    ) : (
                      <span className="figure">
                        {formatLotsText(position.lots)}
                        {position.margin === null ? null : (
                          <span className="ms-2 text-12 text-quiet">{formatAmount(position.margin)}</span>
                        )}
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </section>
  );
}
