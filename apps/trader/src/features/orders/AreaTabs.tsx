import { cx } from '@fairlot/ui';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { AREAS } from '../../ordering/order-area.ts';
import type { OrderArea } from '../../ordering/order-area.ts';
import { useOrderPages } from '../../ordering/orders-query.ts';
import { useText } from '../../shared/text.ts';

export interface AreaTabsProps {
  readonly area: OrderArea;
  readonly onArea: (area: OrderArea) => void;
}

/** Holding, pending and history with their counts. Native radio buttons: one of three, all in sight. */
export function AreaTabs({ area, onArea }: AreaTabsProps): ReactNode {
  const text = useText();
  const name = useId();
  return (
    <div role="radiogroup" aria-label={text('orders.tabs')} className="shrink-0 border-b border-line bg-surface px-2">
      <div className="mx-auto flex max-w-180">
        {AREAS.map((each) => (
          <label
            key={each}
            className={cx(
              'relative flex min-h-11 min-w-0 flex-1 cursor-pointer items-center justify-center gap-1.5 px-1 text-14 font-medium transition',
              'has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-brand',
              each === area ? 'text-brand' : 'text-quiet hover:text-ink',
            )}
          >
            <input type="radio" name={name} checked={each === area} onChange={() => onArea(each)} className="absolute inset-0 cursor-pointer opacity-0" />
            <span className="truncate">{text(`orders.tab.${each}`)}</span>
            <Count area={each} />
            {each === area ? <span aria-hidden="true" className="absolute inset-x-3 -bottom-px h-0.5 rounded-full bg-brand-fill" /> : null}
          </label>
        ))}
      </div>
    </div>
  );
}

function Count({ area }: { readonly area: OrderArea }): ReactNode {
  const { data } = useOrderPages(area);
  const total = data?.pages[0]?.total ?? 0;
  return total === 0 ? null : <span className="figure shrink-0 text-12 text-faint">{total}</span>;
}
