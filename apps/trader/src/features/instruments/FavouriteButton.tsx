import { Icon, cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';
import { useFavourites } from './favourites.ts';

export interface FavouriteButtonProps {
  readonly instrument: { readonly id: number; readonly showCode: string };
  /** Width and position of the touch target; its height is that of the row, at least 44 px. */
  readonly className?: string;
}

/** The star of an instrument; toggles it in the favourites. */
export function FavouriteButton({ instrument, className = 'w-11' }: FavouriteButtonProps): ReactNode {
  const t = useText();
  const favourites = useFavourites();
  const pressed = favourites.ids.has(instrument.id);
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-label={t('favourites.of', { code: instrument.showCode })}
      title={t('favourites.title')}
      onClick={() => favourites.toggle(instrument.id)}
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
