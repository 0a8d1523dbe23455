import { PAGE_SIZE } from '@fairlot/contract';
import { EmptyState, Skeleton } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useListPage } from '../../lists/list-calls.ts';
import type { RowOf } from '../../lists/list-calls.ts';
import { ListTable } from '../../lists/ListTable.tsx';
import { Pager } from '../../lists/Pager.tsx';
import { Figure, When } from '../../shared/cells/cells.tsx';
import { useText } from '../../shared/language/language.ts';
import type { Text } from '../../shared/language/text.ts';
import { Loaded } from '../../shared/layout/Loaded.tsx';
import { ScrollRegion } from '../../shared/layout/ScrollRegion.tsx';

type Deed = RowOf<'officeCopyDeeds'>;

/** The leader's deeds in a copy: the order that each became, or why it became none. */
export function CopyDeeds({ id }: { readonly id: number }): ReactNode {
  const t = useText();
  const [page, setPage] = useState(1);
  const query = useListPage('officeCopyDeeds', { copy_id: id, page });
  return (
    <section className="grid gap-2">
      <h3 className="text-14 font-semibold">{t('copies.deeds')}</h3>
      <ScrollRegion label={t('copies.deeds')} className="overflow-auto border-t border-line">
        <Loaded query={query} skeleton={<Skeleton shape="h-40 w-full" />}>
          {({ list: rows }) =>
            rows.length === 0 ? (
              <EmptyState title={t('list.empty')} text={t('copies.noDeeds')} />
            ) : (
              <ListTable
                label={t('copies.deeds')}
                rows={rows}
                idOf={(row) => row.id}
                marked={-1}
                openId={null}
                columns={[
                  { head: 'at', render: (row) => <When at={row.at} /> },
                  { head: 'action', render: (row) => t(`copies.deed.${row.deed}`) },
                  { head: 'instrument', render: (row) => <Figure>{row.code}</Figure> },
                  { head: 'lots', figure: true, render: (row) => <Figure>{row.lots ?? '–'}</Figure> },
                  { head: 'outcome', render: (row) => outcomeOf(t, row) },
                  { head: 'delay', figure: true, render: (row) => <Figure>{row.delayMs ?? '–'}</Figure> },
                ]}
              />
            )
          }
        </Loaded>
      </ScrollRegion>
      <Pager
        label={t('copies.deeds')}
        page={page}
        size={PAGE_SIZE}
        total={query.data?.total ?? 0}
        busy={query.isFetching}
        onPage={setPage}
      />
    </section>
  );
}

function outcomeOf(t: Text, { skip, detail, orderId }: Deed): string {
  if (skip === null) return t('copies.order', { id: orderId ?? '–' });
  const words = t(`copies.skip.${skip}`);
  return detail === '' ? words : `${words}: ${detail}`;
}
