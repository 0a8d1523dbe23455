import { Chip, IconButton, Skeleton } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useCategories } from '../../shared/market.ts';
import { useText } from '../../shared/text.ts';
import { toggled } from '../../instruments/filter.ts';

export interface CategoryChipsProps {
  readonly active: number | null;
  readonly onChange: (category: number | null) => void;
  readonly refreshing: boolean;
  readonly onRefresh: () => void;
}

/** The filter by category, and the button that does what pulling the list down does. */
export function CategoryChips({ active, onChange, refreshing, onRefresh }: CategoryChipsProps): ReactNode {
  const t = useText();
  const { data } = useCategories();
  return (
    <div className="flex shrink-0 items-center border-b border-line bg-surface">
      <fieldset aria-label={t('home.categories')} className="no-scrollbar flex min-w-0 flex-1 gap-2 overflow-x-auto overscroll-x-contain py-1 ps-4 pe-2">
        {data === undefined
          ? ['w-16', 'w-20', 'w-14', 'w-24'].map((width) => <span key={width} className="flex min-h-11 items-center"><Skeleton shape={`h-8 ${width}`} /></span>)
          : data.map(({ Id, NameShowTrans }) => (
            <Chip key={Id} pressed={active === Id} onPress={() => onChange(toggled(active, Id))}>{NameShowTrans}</Chip>
          ))}
      </fieldset>
      <span className="shrink-0 pe-2"><IconButton icon="refresh" label={t('common.refresh')} quiet disabled={refreshing} onClick={onRefresh} /></span>
    </div>
  );
}
