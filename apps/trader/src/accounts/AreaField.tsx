import { Icon, cx } from '@fairlot/ui';
import { Suspense, lazy, useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../shared/text.ts';
import type { Area } from './areas.ts';

// Signing in rarely needs the list, and the first picture should not wait for its program.
const AreaSheet = lazy(async () => ({ default: (await import('./AreaSheet.tsx')).AreaSheet }));

export interface AreaFieldProps {
  readonly area: Area | undefined;
  readonly onArea: (area: Area) => void;
  readonly error?: string | undefined;
}

/** The country of a user with its calling code, chosen from a list that can be searched. */
export function AreaField({ area, onArea, error }: AreaFieldProps): ReactNode {
  const t = useText();
  const id = useId();
  const [open, setOpen] = useState(false);
  // Once it was asked for it stays, so that it can leave as it came.
  const [asked, setAsked] = useState(false);
  if (open && !asked) setAsked(true);
  const choose = (chosen: Area): void => {
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
        <span className={cx('min-w-0 flex-1 truncate crowded:whitespace-normal', area === undefined && 'text-faint')}>
          {area?.name ?? t('account.chooseArea')}
        </span>
        {area === undefined ? null : <span className="figure text-quiet">+{area.global_code}</span>}
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
