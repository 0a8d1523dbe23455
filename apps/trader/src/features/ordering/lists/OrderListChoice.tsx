import { BAR, cx } from '@fairlot/ui';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/language/language.ts';
import type { OrderList } from '@fairlot/client';
import { useOrderPages } from './orders-query.ts';

export interface OrderListChoiceProps<List extends OrderList> {
  readonly lists: readonly List[];
  readonly list: List;
  readonly onList: (list: List) => void;
  /** Options share the full width, like the tabs of a screen; otherwise each is as wide as its text. */
  readonly wide?: boolean;
  readonly className: string;
}

/** Selects a list of orders and shows their counts. Native radio buttons. */
export function OrderListChoice<List extends OrderList>({
  lists,
  list,
  onList,
  wide = false,
  className,
}: OrderListChoiceProps<List>): ReactNode {
  const t = useText();
  const name = useId();
  return (
    <div {...{ [BAR]: '' }} role="radiogroup" aria-label={t('orders.tabs')} className={cx('flex', className)}>
      {lists.map((each) => (
        <label
          key={each}
          className={cx(
            'relative flex min-w-0 cursor-pointer items-center gap-1.5 text-14 crowded:flex-col crowded:gap-0 font-medium transition',
            'has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-brand',
            wide ? 'min-h-11 flex-1 justify-center px-1' : 'min-h-10 px-3',
            each === list ? 'text-brand' : 'text-quiet hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={each === list}
            onChange={() => onList(each)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <span className="min-w-0 text-center hyphens-auto wrap-anywhere">{t(`orders.tab.${each}`)}</span>
          <Count list={each} />
          {each === list ? (
            <span aria-hidden="true" className="absolute inset-x-3 -bottom-px h-0.5 rounded-full bg-brand-fill" />
          ) : null}
        </label>
      ))}
    </div>
  );
}

function Count({ list }: { readonly list: OrderList }): ReactNode {
  const total = useOrderPages(list).data?.pages[0]?.total ?? 0;
  return total === 0 ? null : <span className="figure shrink-0 text-12 text-faint">{total}</span>;
}
