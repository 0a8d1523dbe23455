import type { StaffInput } from '@fairlot/client';
import { PAGE_SIZE } from '@fairlot/contract';
import { Button, EmptyState, ErrorState, IconButton, Skeleton, cx } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ScreenHead } from '../shared/ScreenHead.tsx';
import { saveFile } from '../shared/download.ts';
import { office } from '../shared/office.ts';
import { problemText } from '../shared/problem.ts';
import { useText } from '../shared/text.ts';
import { showToast } from '../shared/toast.ts';
import { useWide } from '../shared/use-wide.ts';
import { Filters } from './Filters.tsx';
import { moved } from './keyboard.ts';
import type { Command } from './keyboard.ts';
import { useListPage } from './list-calls.ts';
import type { ListName, RowOf } from './list-calls.ts';
import type { Column, Filter, RowAction } from './list-types.ts';
import { ListTable } from './ListTable.tsx';
import { Pager } from './Pager.tsx';
import { useKeys } from './use-keys.ts';
import { useListUrl } from './use-list-url.ts';
import type { ListUrl } from './use-list-url.ts';

export interface ListScreenProps<N extends ListName> {
  readonly title: string;
  readonly call: N;
  /** Input that no filter changes. */
  readonly fixed?: Readonly<Record<string, string | number>>;
  readonly filters?: readonly Filter[];
  readonly columns: readonly Column<RowOf<N>>[];
  readonly idOf: (row: RowOf<N>) => string | number;
  /** What a row's letters do. */
  readonly actions?: (row: RowOf<N>) => readonly RowAction[];
  /** Shows a row beside the list, or over it where there is no room. */
  readonly renderDetail?: (row: RowOf<N>, close: () => void) => ReactNode;
  /** Opens a row elsewhere. */
  readonly onOpen?: (row: RowOf<N>) => void;
  readonly empty: string;
  /** Room for the panel: wide where pictures stand beside each other. */
  readonly panelWidth?: 'wide';
  /** Buttons beside the title. */
  readonly tools?: ReactNode;
}

/** A list that can be filtered, paged, exported and worked by keyboard. */
export function ListScreen<N extends ListName>(props: ListScreenProps<N>): ReactNode {
  const t = useText();
  const wide = useWide();
  const filters = props.filters ?? [];
  const url = useListUrl(filters);
  const input = { ...props.fixed, ...filled(url.values), page: url.page } as StaffInput<N>;
  const query = useListPage(props.call, input);
  const rows = query.data?.list ?? [];
  const openRow = rows.find((row) => String(props.idOf(row)) === url.openId);
  const marked = useMarked(props, rows, url, query.data?.total ?? 0);
  const openIndex = (index: number): void => open(props, rows[index], url);
  const panel = openRow === undefined ? undefined : props.renderDetail?.(openRow, () => url.setOpen(null));
  if (!wide && panel !== undefined)
    return (
      <Panel onClose={() => url.setOpen(null)}>
        <h1 className="sr-only">{props.title}</h1>
        {panel}
      </Panel>
    );
  return (
    <div className="flex h-full min-h-0">
      <section className="flex min-w-0 flex-1 flex-col">
        <ScreenHead
          title={props.title}
          tools={
            <>
              {props.tools}
              <ExportButton call={props.call} input={input} />
            </>
          }
        />
        {filters.length === 0 ? null : (
          <div className="gutter border-b border-line pb-3">
            <Filters filters={filters} values={url.values} onChange={url.setFilter} />
          </div>
        )}
        <div className="min-h-0 flex-1 overflow-auto bg-surface outline-none" tabIndex={-1}>
          {query.isPending ? <ListSkeleton /> : null}
          {query.isError && query.data === undefined ? (
            <ErrorState
              title={t('error.title')}
              text={problemText(t, query.error)}
              retryLabel={t('error.retry')}
              onRetry={() => void query.refetch()}
            />
          ) : null}
          {query.data !== undefined && rows.length === 0 ? (
            <EmptyState title={t('list.empty')} text={props.empty} />
          ) : null}
          {rows.length === 0 ? null : (
            <ListTable
              label={props.title}
              columns={props.columns}
              rows={rows}
              idOf={props.idOf}
              marked={marked}
              openId={url.openId}
              onOpen={props.renderDetail === undefined && props.onOpen === undefined ? undefined : openIndex}
            />
          )}
        </div>
        <Pager
          page={url.page}
          size={PAGE_SIZE}
          total={query.data?.total ?? 0}
          busy={query.isFetching}
          onPage={url.setPage}
        />
      </section>
      {panel === undefined ? null : (
        <aside
          aria-label={t('list.detail')}
          className={cx(
            'shrink-0 border-s border-line bg-surface',
            props.panelWidth === 'wide' ? 'w-[48%]' : 'w-[38%]',
          )}
        >
          <Panel onClose={() => url.setOpen(null)}>{panel}</Panel>
        </aside>
      )}
    </div>
  );
}

function filled(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}

function open<N extends ListName>(props: ListScreenProps<N>, row: RowOf<N> | undefined, url: ListUrl): void {
  if (row === undefined) return;
  if (props.onOpen !== undefined) props.onOpen(row);
  else if (props.renderDetail !== undefined) url.setOpen(String(props.idOf(row)));
}

/** Does what a letter stands for; false where it stands for nothing. */
function act<N extends ListName>(props: ListScreenProps<N>, row: RowOf<N> | undefined, key: string): boolean {
  const action = row === undefined ? undefined : props.actions?.(row).find((each) => each.key === key);
  if (action === undefined) return false;
  if (action.barred === undefined) action.run();
  else showToast(action.barred);
  return true;
}

/** The marked row, moved and acted on by keys. */
function useMarked<N extends ListName>(
  props: ListScreenProps<N>,
  rows: readonly RowOf<N>[],
  url: ListUrl,
  total: number,
): number {
  const [chosen, setMarked] = useState(-1);
  const opened = rows.findIndex((row) => String(props.idOf(row)) === url.openId);
  const marked = opened === -1 ? moved(chosen, rows.length, 'open') : opened;
  useKeys((command: Command) => {
    switch (command.kind) {
      case 'next':
      case 'previous':
      case 'first':
      case 'last': {
        const next = moved(marked, rows.length, command.kind);
        setMarked(next);
        // With a record open beside the list, moving on opens the next one.
        if (opened !== -1) open(props, rows[next], url);
        return true;
      }
      case 'open':
        open(props, rows[marked], url);
        return marked !== -1;
      case 'close':
        url.setOpen(null);
        return opened !== -1;
      case 'nextPage':
        if (url.page * PAGE_SIZE < total) url.setPage(url.page + 1);
        return true;
      case 'previousPage':
        if (url.page > 1) url.setPage(url.page - 1);
        return true;
      case 'search':
        document.querySelector<HTMLInputElement>('[data-search]')?.focus();
        return true;
      case 'act':
        return act(props, rows[marked], command.key);
      case 'help':
        return false;
    }
  });
  return marked;
}

function Panel({ onClose, children }: { readonly onClose: () => void; readonly children: ReactNode }): ReactNode {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The next stop of Tab is in the record, not behind all rows of the list; closing it leads back to its row.
    const before = document.activeElement;
    box.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before !== document.body) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div ref={box} className="relative h-full overflow-y-auto bg-surface outline-none" tabIndex={-1}>
      <div className="sticky top-0 z-10 flex justify-end bg-surface px-1">
        <span>
          <IconButton icon="close" label={t('list.close')} quiet onClick={onClose} />
        </span>
      </div>
      {/* The heading stands beside the button, above what scrolls under it. */}
      <div className="gutter -mt-9 pb-8 [&_h2]:relative [&_h2]:z-10">{children}</div>
    </div>
  );
}

function ListSkeleton(): ReactNode {
  return (
    <div className="grid gap-3 p-4">
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} shape="h-8 w-full" />
      ))}
    </div>
  );
}

function ExportButton<N extends ListName>({
  call,
  input,
}: {
  readonly call: N;
  readonly input: StaffInput<N>;
}): ReactNode {
  const t = useText();
  const file = useMutation({
    mutationFn: () => office.export(call, { ...input, page: 1 }),
    onSuccess: saveFile,
    onError: (error) => showToast(problemText(t, error), 'error'),
  });
  return (
    <Button kind="plain" busy={file.isPending} onClick={() => file.mutate()}>
      {t('list.export')}
    </Button>
  );
}
