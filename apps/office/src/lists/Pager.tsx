import { formatCount } from '@fairlot/client';
import { IconButton, Spinner } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../shared/language/language.ts';

export interface PagerProps {
  /** Name of the list, where a screen has a second one. */
  readonly label?: string;
  readonly page: number;
  readonly size: number;
  readonly total: number;
  /** A greater total means only that there are more. */
  readonly most?: number | undefined;
  readonly busy: boolean;
  readonly onPage: (page: number) => void;
}

/** Shows which part of a list is in view, with buttons to the previous and next page. */
export function Pager({
  label,
  page,
  size,
  total,
  most = Number.POSITIVE_INFINITY,
  busy,
  onPage,
}: PagerProps): ReactNode {
  const t = useText();
  const last = Math.max(1, Math.ceil(total / size));
  return (
    <nav
      aria-label={label ?? t('list.pages')}
      className="gutter flex min-h-12 items-center gap-2 border-t border-line bg-surface text-14 text-quiet"
    >
      <span className="flex-1">
        {total > most
          ? t('list.moreThan', { count: formatCount(most) })
          : t('list.total', { total: formatCount(total) })}
      </span>
      <span className="size-5">{busy ? <Spinner /> : null}</span>
      <IconButton icon="back" label={t('list.previous')} disabled={page <= 1} onClick={() => onPage(page - 1)} />
      <span className="figure">
        {formatCount(page)} / {formatCount(last)}
      </span>
      <IconButton icon="forward" label={t('list.next')} disabled={page >= last} onClick={() => onPage(page + 1)} />
    </nav>
  );
}
