import { ErrorState, IconButton, Skeleton, TextField } from '@fairlot/ui';
import { useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { ChoiceChips } from '../ChoiceChips.tsx';
import { EVERYTHING } from '../filter.ts';
import type { Filter } from '../filter.ts';
import { NoMatch } from '../NoMatch.tsx';
import { useFiltered } from '../use-filtered.ts';
import { useInstruments } from '../../../shared/market/market.ts';
import { useText } from '../../../shared/language/language.ts';
import { moveFocus } from './move-focus.ts';
import { PickerRow } from './PickerRow.tsx';

const SKELETON_ROWS = 10;

export interface InstrumentListProps {
  readonly chosen: number | undefined;
  readonly onPick: (id: number) => void;
  /** An instrument that cannot be picked here. */
  readonly without?: number;
}

/**
 * Search, filter chips and instruments with live prices: a drawer on phones, a column on wide windows. Arrow keys move
 * from the search field through the rows.
 */
export function InstrumentList({ chosen, onPick, without }: InstrumentListProps): ReactNode {
  const [filter, setFilter] = useState(EVERYTHING);
  const shown = useFiltered(filter).filter(({ id }) => id !== without);
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const [first] = shown;
    const inSearch = event.target === search.current;
    if (event.key === 'Enter' && inSearch && filter.search.trim() !== '' && first !== undefined) onPick(first.id);
    else if (!moveFocus(event.key, list.current, search.current)) return;
    event.preventDefault();
  };
  return (
    <div className="flex h-full min-h-0 flex-col" role="presentation" onKeyDown={onKeyDown}>
      <div className="shrink-0 pt-3">
        <div className="px-4">
          <SearchField field={search} filter={filter} onFilter={setFilter} />
        </div>
        <ChoiceChips active={filter.choice} onChange={(choice) => setFilter({ ...filter, choice })} />
      </div>
      <div ref={list} className="min-h-0 flex-1 overflow-y-auto overscroll-contain border-t border-line pb-2">
        <Rows shown={shown} filter={filter} chosen={chosen} onPick={onPick} onShowAll={() => setFilter(EVERYTHING)} />
      </div>
    </div>
  );
}

interface SearchFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
}

function SearchField({ field, filter, onFilter }: SearchFieldProps): ReactNode {
  const t = useText();
  const clear = (): void => {
    onFilter({ ...filter, search: '' });
    field.current?.focus();
  };
  return (
    <TextField
      ref={field}
      label={t('trade.search')}
      labelHidden
      placeholder={t('trade.search')}
      icon="search"
      type="search"
      value={filter.search}
      autoComplete="off"
      autoCapitalize="none"
      enterKeyHint="search"
      spellCheck={false}
      maxLength={60}
      onValue={(search) => onFilter({ ...filter, search })}
      end={
        filter.search === '' ? undefined : <IconButton icon="close" label={t('common.clear')} quiet onClick={clear} />
      }
    />
  );
}

interface RowsProps extends InstrumentListProps {
  readonly shown: ReturnType<typeof useFiltered>;
  readonly filter: Filter;
  readonly onShowAll: () => void;
}

function Rows({ shown, filter, chosen, onPick, onShowAll }: RowsProps): ReactNode {
  const t = useText();
  const { loading, failed, refreshing, refresh } = useInstruments();
  if (loading) return <SkeletonRows />;
  if (failed)
    return (
      <ErrorState title={t('trade.listFailed')} retryLabel={t('common.retry')} busy={refreshing} onRetry={refresh} />
    );
  if (shown.length === 0) return <NoMatch filter={filter} onShowAll={onShowAll} />;
  return (
    <ul>
      {shown.map((instrument) => (
        <li key={instrument.id}>
          <PickerRow instrument={instrument} chosen={instrument.id === chosen} onPick={onPick} />
        </li>
      ))}
    </ul>
  );
}

function SkeletonRows(): ReactNode {
  return Array.from({ length: SKELETON_ROWS }, (_, index) => (
    <div key={index} className="flex min-h-14 items-center gap-3 px-4">
      <Skeleton shape="size-7 rounded-full" />
      <span className="flex-1 space-y-1.5">
        <Skeleton shape="h-4 w-20" />
        <Skeleton shape="h-3 w-28" />
      </span>
      <Skeleton shape="h-4 w-16" />
    </div>
  ));
}
