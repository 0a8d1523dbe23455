import { BAR, Chip, Icon, Skeleton } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useCategories } from '../../shared/market/market.ts';
import { useText } from '../../shared/language/language.ts';
import { useSidewaysWheel } from '../../shared/layout/use-sideways-wheel.ts';
import { toggled } from './filter.ts';
import type { Choice } from './filter.ts';

export interface ChoiceChipsProps {
  readonly active: Choice;
  readonly onChange: (choice: Choice) => void;
}

const PLACES = ['w-16', 'w-20', 'w-14', 'w-24'];

/** Filter chips of an instrument list: favourites, then categories. Tapping the active chip clears the filter. */
export function ChoiceChips({ active, onChange }: ChoiceChipsProps): ReactNode {
  const t = useText();
  const { data } = useCategories();
  const row = useSidewaysWheel<HTMLFieldSetElement>();
  return (
    <fieldset
      ref={row}
      {...{ [BAR]: '' }}
      aria-label={t('home.categories')}
      className="no-scrollbar fade-sides gutter flex min-w-0 flex-1 gap-2 overflow-x-auto overscroll-x-contain py-1"
    >
      <Chip pressed={active === 'favourites'} onPress={() => onChange(toggled(active, 'favourites'))}>
        <span className="-ms-1 inline-flex items-center gap-1">
          <Icon name="star" size={16} />
          {t('favourites.title')}
        </span>
      </Chip>
      {data === undefined
        ? PLACES.map((width) => (
            <span key={width} className="flex min-h-11 items-center">
              <Skeleton shape={`h-8 !rounded-full ${width}`} />
            </span>
          ))
        : data.map(({ id, name }) => (
            <Chip key={id} pressed={active === id} onPress={() => onChange(toggled(active, id))}>
              {name}
            </Chip>
          ))}
    </fieldset>
  );
}
