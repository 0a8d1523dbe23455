import { cx } from '@fairlot/ui';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../shared/text.ts';
import type { OrderArea } from './order-area.ts';
import { useOrderPages } from './orders-query.ts';

export interface AreaChoiceProps<Area extends OrderArea> {
  readonly areas: readonly Area[];
  readonly area: Area;
  readonly onArea: (area: Area) => void;
  /** Whether the areas share the whole width, as tabs of a screen do; otherwise each is as wide as its words. */
  readonly wide?: boolean;
  readonly className: string;
}

/** Areas of orders with their counts. Native radio buttons: one of a few, all in sight. */
export function AreaChoice<Area extends OrderArea>({
  areas,
  area,
  onArea,
  wide = false,
  className,
}: AreaChoiceProps<Area>): ReactNode {
  const text = useText();
  const name = useId();
  return (
    <div role="radiogroup" aria-label={text('orders.tabs')} className={cx('flex', className)}>
      {areas.map((each) => (
        <label
          key={each}
          className={cx(
            'relative flex min-w-0 cursor-pointer items-center gap-1.5 text-14 crowded:flex-col crowded:gap-0 font-medium transition',
            'has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-brand',
            wide ? 'min-h-11 flex-1 justify-center px-1' : 'min-h-10 px-3',
            each === area ? 'text-brand' : 'text-quiet hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={each === area}
            onChange={() => onArea(each)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <span className="truncate crowded:text-center crowded:whitespace-normal crowded:wrap-anywhere">
            {text(`orders.tab.${each}`)}
          </span>
          <Count area={each} />
          {each === area ? (
            <span aria-hidden="true" className="absolute inset-x-3 -bottom-px h-0.5 rounded-full bg-brand-fill" />
          ) : null}
        </label>
      ))}
    </div>
  );
}

function Count({ area }: { readonly area: OrderArea }): ReactNode {
  const total = useOrderPages(area).data?.pages[0]?.total ?? 0;
  return total === 0 ? null : <span className="figure shrink-0 text-12 text-faint">{total}</span>;
}
