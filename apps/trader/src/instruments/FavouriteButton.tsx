import { Icon, cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../shared/text.ts';
import { useFavourites } from './favourites.ts';

export interface FavouriteButtonProps {
  readonly instrument: { readonly Id: number; readonly ShowCode: string };
  /** Width and place of the target; its height is 44 px or the row's. */
  readonly className?: string;
}

/** The star of an instrument: a tap adds it to the favourites, another takes it away. */
export function FavouriteButton({ instrument, className = 'w-11' }: FavouriteButtonProps): ReactNode {
  const t = useText();
  const favourites = useFavourites();
  const pressed = favourites.ids.has(instrument.Id);
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-label={t('favourites.of', { code: instrument.ShowCode })}
      title={t('favourites.title')}
      onClick={() => favourites.toggle(instrument.Id)}
      className={cx(
        'inline-grid min-h-11 shrink-0 place-items-center rounded-control -outline-offset-2 transition-colors pointed:bg-sunken',
        pressed ? 'text-brand [&_svg]:fill-current' : 'text-faint',
        className,
      )}
    >
      <Icon name="star" size={20} />
    </button>
  );
}
