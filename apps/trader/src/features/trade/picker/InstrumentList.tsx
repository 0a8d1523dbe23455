import { Button, Chip, EmptyState, ErrorState, IconButton, Skeleton, TextField } from '@fairlot/ui';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useCategories, useInstruments } from '../../../shared/market.ts';
import { useText } from '../../../shared/text.ts';
import { filterInstruments } from './filter.ts';
import type { PickerFilter } from './filter.ts';
import { PickerRow } from './PickerRow.tsx';

const SKELETON_ROWS = 10;
const EVERYTHING: PickerFilter = { text: '', category: null };

export interface InstrumentListProps {
  readonly chosen: number | undefined;
  readonly onPick: (id: number) => void;
}

/** Search, categories and the instruments with their live prices: the drawer on a phone, a column on a wide screen. */
export function InstrumentList({ chosen, onPick }: InstrumentListProps): ReactNode {
  const [filter, setFilter] = useState(EVERYTHING);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <ListFilter filter={filter} onFilter={setFilter} />
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain border-t border-line pb-2">
        <Rows filter={filter} chosen={chosen} onPick={onPick} onShowAll={() => setFilter(EVERYTHING)} />
      </div>
    </div>
  );
}

function ListFilter({ filter, onFilter }: { readonly filter: PickerFilter; readonly onFilter: (filter: PickerFilter) => void }): ReactNode {
  const text = useText();
  const { data: categories = [] } = useCategories();
  const clear = <IconButton icon="close" label={text('trade.showAll')} quiet onClick={() => onFilter({ ...filter, text: '' })} />;
  return (
    <div className="shrink-0 pt-3">
      <div className="px-4">
        <TextField
          label={text('trade.search')} labelHidden placeholder={text('trade.search')} icon="search" value={filter.text} autoComplete="off" autoCapitalize="none" enterKeyHint="search"
          spellCheck={false} onValue={(typed) => onFilter({ ...filter, text: typed })} end={filter.text === '' ? undefined : clear}
        />
      </div>
      <div className="no-scrollbar flex gap-2 overflow-x-auto px-4 py-1.5">
        <Chip pressed={filter.category === null} onPress={() => onFilter({ ...filter, category: null })}>{text('trade.allCategories')}</Chip>
        {categories.map(({ Id: id, NameShowTrans: name }) => (
          <Chip key={id} pressed={filter.category === id} onPress={() => onFilter({ ...filter, category: filter.category === id ? null : id })}>{name}</Chip>
        ))}
      </div>
    </div>
  );
}

interface RowsProps extends InstrumentListProps {
  readonly filter: PickerFilter;
  readonly onShowAll: () => void;
}

function Rows({ filter, chosen, onPick, onShowAll }: RowsProps): ReactNode {
  const text = useText();
  const { list, loading, failed, refreshing, refresh } = useInstruments();
  const shown = useMemo(() => filterInstruments(list, filter), [list, filter]);
  if (loading) return <SkeletonRows />;
  if (failed) return <ErrorState title={text('trade.listFailed')} retryLabel={text('common.retry')} busy={refreshing} onRetry={refresh} />;
  if (shown.length === 0) {
    const action = <Button kind="secondary" onClick={onShowAll}>{text('trade.showAll')}</Button>;
    return <EmptyState icon="search" title={text('trade.noMatch')} text={text('trade.noMatchHint')} action={action} />;
  }
  return shown.map((instrument) => <PickerRow key={instrument.Id} instrument={instrument} chosen={instrument.Id === chosen} onPick={onPick} />);
}

function SkeletonRows(): ReactNode {
  return Array.from({ length: SKELETON_ROWS }, (_, index) => (
    <div key={index} className="flex min-h-14 items-center gap-3 px-4">
      <Skeleton shape="size-7 rounded-full" />
      <span className="flex-1 space-y-1.5"><Skeleton shape="h-4 w-20" /><Skeleton shape="h-3 w-28" /></span>
      <Skeleton shape="h-4 w-16" />
    </div>
  ));
}
