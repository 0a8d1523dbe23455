import { Icon, cx } from '@fairlot/ui';
import { Suspense, lazy, useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';
import type { CallingArea } from '@fairlot/client';

// Loaded on demand: most sign-ins never open the list, and the first paint must not wait for it.
const AreaSheet = lazy(async () => ({ default: (await import('./AreaSheet.tsx')).AreaSheet }));

export interface AreaFieldProps {
  readonly area: CallingArea | undefined;
  readonly onArea: (area: CallingArea) => void;
  readonly error?: string | undefined;
}

/** Selects the user's country and its calling code from a searchable list. */
export function AreaField({ area, onArea, error }: AreaFieldProps): ReactNode {
  const t = useText();
  const id = useId();
  const [open, setOpen] = useState(false);
  // Stays mounted after the first opening, so that the closing animation can run.
  const [asked, setAsked] = useState(false);
  if (open && !asked) setAsked(true);
  const choose = (chosen: CallingArea): void => {
    onArea(chosen);
    setOpen(false);
  };
  return (
    <div className="w-full">
      <p id={`${id}-label`} className="mb-1 text-12 text-quiet">
        {t('account.area')}
      </p>
      <button
        type="button"
        id={id}
        aria-labelledby={`${id}-label ${id}`}
        aria-haspopup="dialog"
        aria-describedby={error === undefined ? undefined : `${id}-note`}
        onClick={() => setOpen(true)}
        className={cx(
          'flex min-h-11 w-full items-center gap-2 rounded-control border bg-surface px-3 text-start text-16',
          error === undefined ? 'border-line-strong' : 'border-critical',
        )}
      >
        <span className={cx('min-w-0 flex-1 py-2 wrap-anywhere', area === undefined && 'text-faint')}>
          {area?.name ?? t('account.chooseArea')}
        </span>
        {area === undefined ? null : <span className="figure text-quiet">+{area.globalCode}</span>}
        <span className="text-faint">
          <Icon name="down" size={16} />
        </span>
      </button>
      {error === undefined ? null : (
        <p id={`${id}-note`} className="mt-1 text-12 text-critical">
          {error}
        </p>
      )}
      {asked ? (
        <Suspense>
          <AreaSheet open={open} chosen={area} onChoose={choose} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
