import { ErrorState, Skeleton } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../../language/language.ts';
import { useTradeNotesText } from '../../language/trade-notes-text.ts';
import { NoteEditor } from './NoteEditor.tsx';
import type { NotedTrade } from './noted-trade.ts';
import { useTradeNote } from './notes-query.ts';
import { PastChart } from './PastChart.tsx';

/** The chart at entry and exit of an order, and the user's note and tags on it. */
export function TradeNotes({ trade }: { readonly trade: NotedTrade }): ReactNode {
  const t = useText();
  const words = useTradeNotesText();
  const { data, isError, isFetching, refetch } = useTradeNote(trade.id);
  const { openedAt, openPrice } = trade;
  return (
    <>
      {openedAt === null || openPrice === null ? null : <PastChart trade={{ ...trade, openedAt, openPrice }} />}
      <section aria-label={words('tradeNotes.title')} className="mt-4 border-t border-line pt-3">
        <h3 className="text-16 font-semibold">{words('tradeNotes.title')}</h3>
        {data !== undefined ? (
          <NoteEditor order={trade.id} saved={data} />
        ) : isError ? (
          <ErrorState
            title={words('tradeNotes.failed')}
            retryLabel={t('common.retry')}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton shape="mt-3 h-40 w-full" />
        )}
      </section>
    </>
  );
}
