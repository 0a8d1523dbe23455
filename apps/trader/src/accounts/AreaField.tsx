import { ErrorState, Icon, Sheet, Spinner, TextField, cx } from '@fairlot/ui';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../shared/text.ts';
import { useAreas } from './areas.ts';
import type { Area } from './areas.ts';
import { filterAreas } from './filter-areas.ts';

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
  const choose = (chosen: Area): void => {
    onArea(chosen);
    setOpen(false);
  };
  return (
    <div className="w-full">
      <p id={`${id}-label`} className="mb-1 text-12 text-quiet">{t('account.area')}</p>
      <button
        type="button" id={id} aria-labelledby={`${id}-label ${id}`} aria-haspopup="dialog" aria-describedby={error === undefined ? undefined : `${id}-note`} onClick={() => setOpen(true)}
        className={cx('flex min-h-11 w-full items-center gap-2 rounded-control border bg-surface px-3 text-start text-16', error === undefined ? 'border-line-strong' : 'border-critical')}
      >
        <span className={cx('min-w-0 flex-1 truncate', area === undefined && 'text-faint')}>{area?.name ?? t('account.chooseArea')}</span>
        {area === undefined ? null : <span className="figure text-quiet">+{area.global_code}</span>}
        <span className="text-faint"><Icon name="down" size={16} /></span>
      </button>
      {error === undefined ? null : <p id={`${id}-note`} className="mt-1 text-12 text-critical">{error}</p>}
      <Sheet open={open} onClose={() => setOpen(false)} title={t('account.chooseArea')} closeLabel={t('common.close')} height={85}>
        <AreaList chosen={area} onChoose={choose} />
      </Sheet>
    </div>
  );
}

function AreaList({ chosen, onChoose }: { readonly chosen: Area | undefined; readonly onChoose: (area: Area) => void }): ReactNode {
  const t = useText();
  const [text, setText] = useState('');
  const { data, isError, isFetching, refetch } = useAreas();
  if (data === undefined) {
    if (!isError) return <div className="grid place-items-center p-12 text-brand"><Spinner size={28} /></div>;
    return <ErrorState title={t('account.areaFailed')} retryLabel={t('common.retry')} busy={isFetching} onRetry={() => void refetch()} />;
  }
  const found = filterAreas(data, text);
  return (
    <>
      <div className="sticky top-0 z-10 bg-raised p-3">
        <TextField label={t('account.searchArea')} labelHidden icon="search" type="search" placeholder={t('account.searchArea')} value={text} onValue={setText} autoComplete="off" />
      </div>
      {found.length === 0 ? <p className="px-4 py-8 text-center text-14 text-quiet">{t('account.noArea')}</p> : null}
      <ul>
        {found.map((area) => (
          <li key={area.id}>
            <button
              type="button" aria-current={area.id === chosen?.id ? 'true' : undefined} onClick={() => onChoose(area)}
              className={cx('gutter flex min-h-12 w-full items-center gap-3 text-start text-16 -outline-offset-2 active:bg-sunken', area.id === chosen?.id && 'font-semibold text-brand')}
            >
              <span className="min-w-0 flex-1">{area.name}</span>
              <span className="figure text-quiet">+{area.global_code}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
