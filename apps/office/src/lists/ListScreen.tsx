import type { StaffInput } from '@fairlot/client';
import { PAGE_SIZE } from '@fairlot/contract';
import { EmptyState, Skeleton, cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../shared/language/language.ts';
import { Loaded } from '../shared/layout/Loaded.tsx';
import { ScreenHead } from '../shared/layout/ScreenHead.tsx';
import { useWide } from '@fairlot/web';
import { ExportButton } from './ExportButton.tsx';
import { Filters } from './Filters.tsx';
import { useListPage } from './list-calls.ts';
import type { ListName, RowOf } from './list-calls.ts';
import type { Filter } from './list-types.ts';
import type { ListScreenProps } from './list-screen-props.ts';
import { ListTable } from './ListTable.tsx';
import { Pager } from './Pager.tsx';
import { Panel } from './Panel.tsx';
import { filterInput, periodFilters } from './period.ts';
import { useListUrl } from './use-list-url.ts';
import type { ListUrl } from './use-list-url.ts';
import { openRow, useMarkedRow } from './use-marked-row.ts';

/** A list with filters, pages, export and keyboard shortcuts. */
export function ListScreen<N extends ListName>(props: ListScreenProps<N>): ReactNode {
  const wide = useWide();
  const filters = [...(props.filters ?? []), ...periodFilters(props.call)];
  const url = useListUrl(filters);
  const input = { ...props.fixed, ...filterInput(filters, url.values), page: url.page } as StaffInput<N>;
  const query = useListPage(props.call, input);
  const rows = query.data?.list ?? [];
  const total = query.data?.total ?? 0;
  const marked = useMarkedRow(props, rows, url, total);
  const close = (): void => url.setOpen(null);
  const opened = rows.find((row) => String(props.idOf(row)) === url.openId);
  const panel = opened === undefined ? undefined : props.renderDetail?.(opened, close);
  if (!wide && panel !== undefined)
    return (
      <Panel onClose={close}>
        <h1 className="sr-only">{props.title}</h1>
        {panel}
      </Panel>
    );
  return (
    <div className="flex h-full min-h-0">
      <section className="flex min-w-0 flex-1 flex-col">
        <Head list={props} filters={filters} url={url} input={input} />
        <div className="min-h-0 flex-1 overflow-auto bg-surface outline-none" tabIndex={-1}>
          <Loaded query={query} skeleton={<ListSkeleton />}>
            {() => <Rows list={props} rows={rows} marked={marked} url={url} />}
          </Loaded>
        </div>
        <Pager
          page={url.page}
          size={PAGE_SIZE}
          total={total}
          most={props.mostOf?.(url.values)}
          busy={query.isFetching}
          onPage={url.setPage}
        />
      </section>
      {panel === undefined ? null : (
        <SidePanel wide={props.panelWidth === 'wide'} onClose={close}>
          {panel}
        </SidePanel>
      )}
    </div>
  );
}

interface HeadProps<N extends ListName> {
  readonly list: ListScreenProps<N>;
  readonly filters: readonly Filter[];
  readonly url: ListUrl;
  readonly input: StaffInput<N>;
}

/** The title, its buttons and the filters. */
function Head<N extends ListName>({ list, filters, url, input }: HeadProps<N>): ReactNode {
  return (
    <>
      <ScreenHead
        title={list.title}
        tools={
          <>
            {list.tools}
            <ExportButton call={list.call} input={input} />
          </>
        }
      />
      {filters.length === 0 ? null : (
        <div className="gutter border-b border-line pb-3">
          <Filters filters={filters} values={url.values} onChange={url.setFilter} onTyped={url.setTyped} />
        </div>
      )}
    </>
  );
}

interface RowsProps<N extends ListName> {
  readonly list: ListScreenProps<N>;
  readonly rows: readonly RowOf<N>[];
  readonly marked: number;
  readonly url: ListUrl;
}

function Rows<N extends ListName>({ list, rows, marked, url }: RowsProps<N>): ReactNode {
  const t = useText();
  if (rows.length === 0) return <EmptyState title={t('list.empty')} text={list.empty} />;
  const opens = list.renderDetail !== undefined || list.onOpen !== undefined;
  return (
    <ListTable
      label={list.title}
      columns={list.columns}
      rows={rows}
      idOf={list.idOf}
      marked={marked}
      openId={url.openId}
      onOpen={opens ? (index) => openRow(list, rows[index], url) : undefined}
    />
  );
}

interface SidePanelProps {
  readonly wide: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The open record next to the list. */
function SidePanel({ wide, onClose, children }: SidePanelProps): ReactNode {
  const t = useText();
  return (
    <aside
      aria-label={t('list.detail')}
      className={cx('shrink-0 border-s border-line bg-surface', wide ? 'w-[48%]' : 'w-[38%]')}
    >
      <Panel onClose={onClose}>{children}</Panel>
    </aside>
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
