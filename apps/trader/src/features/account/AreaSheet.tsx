import { ErrorState, Sheet, Spinner, TextField, cx } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';
import { useAreas } from './areas.ts';
import type { CallingArea } from '@fairlot/client';
import { filterAreas } from './filter-areas.ts';

export interface AreaSheetProps {
  readonly open: boolean;
  readonly chosen: CallingArea | undefined;
  readonly onChoose: (area: CallingArea) => void;
  readonly onClose: () => void;
}

/** A searchable list of countries and territories with their calling codes. */
export function AreaSheet({ open, chosen, onChoose, onClose }: AreaSheetProps): ReactNode {
  const t = useText();
  return (
    <Sheet open={open} onClose={onClose} title={t('account.chooseArea')} closeLabel={t('common.close')} height={85}>
      <AreaList chosen={chosen} onChoose={onChoose} />
    </Sheet>
  );
}

function AreaList({
  chosen,
  onChoose,
}: {
  readonly chosen: CallingArea | undefined;
  readonly onChoose: (area: CallingArea) => void;
}): ReactNode {
  const t = useText();
  const [text, setText] = useState('');
  const { data, isError, isFetching, refetch } = useAreas();
  if (data === undefined) {
    if (!isError)
      return (
        <div className="grid place-items-center p-12 text-brand">
          <Spinner size={28} />
        </div>
      );
    return (
      <ErrorState
        title={t('account.areaFailed')}
        retryLabel={t('common.retry')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const found = filterAreas(data, text);
  return (
    <>
      <div className="sticky top-0 z-10 bg-raised px-4 py-3">
        <TextField
          label={t('account.searchArea')}
          labelHidden
          icon="search"
          type="search"
          placeholder={t('account.searchArea')}
          value={text}
          onValue={setText}
          autoComplete="off"
        />
      </div>
      {found.length === 0 ? <p className="px-4 py-8 text-center text-14 text-quiet">{t('account.noArea')}</p> : null}
      <ul>
        {found.map((area) => (
          <li key={area.id}>
            <button
              type="button"
              aria-current={area.id === chosen?.id ? 'true' : undefined}
              onClick={() => onChoose(area)}
              className={cx(
                'gutter flex min-h-12 w-full items-center gap-3 text-start text-16 -outline-offset-2 pointed:bg-sunken',
                area.id === chosen?.id && 'font-semibold text-brand',
              )}
            >
              <span className="min-w-0 flex-1 wrap-anywhere">{area.name}</span>
              <span className="figure text-quiet">+{area.globalCode}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
