import { ErrorState, IconButton, Segmented, TextField } from '@fairlot/ui';
import { useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useSearchParams } from 'react-router';
import { EVERYTHING } from '../../features/instruments/filter.ts';
import { ListSkeleton } from '../../features/instruments/ListSkeleton.tsx';
import { MarketList } from '../../features/instruments/MarketList.tsx';
import { NoMatch } from '../../features/instruments/NoMatch.tsx';
import { useFiltered } from '../../features/instruments/use-filtered.ts';
import { useInstruments } from '../../shared/market/market.ts';
import { Screen } from '../../shared/layout/Screen.tsx';
import { useText } from '../../shared/language/language.ts';
import { CompanyList } from './CompanyList.tsx';

/** Full width on phones; on wide windows a card, whose border replaces the last row's line. */
const RESULTS = 'lg:m-4 lg:overflow-hidden lg:rounded-surface lg:border lg:border-line';

/** Ref callback that focuses the field on mount. */
function focus(field: HTMLInputElement | null): void {
  field?.focus();
}

/** Searches instruments or, with `?mode=company`, companies. */
export function CompaniesScreen(): ReactNode {
  const t = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useSearchParams();
  const [text, setText] = useState('');
  const mode = query.get('mode') === 'company' ? 'company' : 'instrument';
  const label = mode === 'company' ? t('product.searchCompanies') : t('trade.search');
  const clear = (): void => setText('');
  return (
    <Screen title={t('title.product')} back>
      <div className="shrink-0 border-b border-line bg-surface">
        <div className="gutter mx-auto flex max-w-180 flex-col gap-3 py-3">
          <TextField
            label={label}
            labelHidden
            icon="search"
            type="search"
            ref={focus}
            autoComplete="off"
            autoCapitalize="none"
            enterKeyHint="search"
            spellCheck={false}
            maxLength={60}
            placeholder={label}
            value={text}
            onValue={setText}
            end={text === '' ? undefined : <IconButton icon="close" label={t('common.clear')} quiet onClick={clear} />}
          />
          <Segmented
            label={t('product.mode')}
            value={mode}
            onChange={(next) => setQuery(next === 'company' ? { mode: 'company' } : {}, { replace: true })}
            options={[
              { value: 'instrument', label: t('product.instruments') },
              { value: 'company', label: t('product.companies') },
            ]}
          />
        </div>
      </div>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain">
        <div className="mx-auto max-w-180">
          {mode === 'company' ? (
            <CompanyList name={text} onShowAll={clear} />
          ) : (
            <InstrumentResults search={text} scroller={scroller} onShowAll={clear} />
          )}
        </div>
      </div>
    </Screen>
  );
}

interface ResultsProps {
  readonly search: string;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onShowAll: () => void;
}

function InstrumentResults({ search, scroller, onShowAll }: ResultsProps): ReactNode {
  const t = useText();
  const { loading, failed, refreshing, refresh } = useInstruments();
  const filter = { ...EVERYTHING, search };
  const rows = useFiltered(filter);
  if (loading) return <ListSkeleton />;
  if (failed)
    return <ErrorState title={t('home.failed')} retryLabel={t('common.retry')} onRetry={refresh} busy={refreshing} />;
  if (rows.length === 0) return <NoMatch filter={filter} onShowAll={onShowAll} />;
  return (
    <div className={RESULTS}>
      <div className="lg:-mb-px">
        <MarketList rows={rows} scroller={scroller} />
      </div>
    </div>
  );
}
