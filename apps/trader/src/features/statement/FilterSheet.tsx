import { Button, DayField, Segmented, Sheet } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { SelectField } from '../../shared/forms/SelectField.tsx';
import { useInstruments } from '../../shared/market/market.ts';
import { useText } from '../../shared/language/language.ts';
import { ledgerTypes } from './ledger-types.ts';
import { areDays } from './statement-filter.ts';
import type { StatementFilter } from './statement-filter.ts';

export interface FilterSheetProps {
  readonly open: boolean;
  readonly filter: StatementFilter;
  /** First and last day of the shown period, as the initial dates. */
  readonly days: { readonly from: string; readonly to: string };
  /** Without ledger entries, for screens of trades alone. */
  readonly ofTrades?: boolean;
  readonly onFilter: (filter: StatementFilter) => void;
  readonly onClose: () => void;
}

/** Filters of a statement: dates, instrument, side and ledger type. Applied only by the button. */
export function FilterSheet({ open, ...rest }: FilterSheetProps): ReactNode {
  const t = useText();
  return (
    <Sheet open={open} onClose={rest.onClose} title={t('statement.filter.title')} closeLabel={t('common.close')}>
      {open ? <Form {...rest} /> : null}
    </Sheet>
  );
}

function Form({ filter, days, ofTrades = false, onFilter, onClose }: Omit<FilterSheetProps, 'open'>): ReactNode {
  const t = useText();
  const { list } = useInstruments();
  const [draft, setDraft] = useState({ ...filter, from: filter.from ?? days.from, to: filter.to ?? days.to });
  const { from, to } = draft;
  const sameDays = from === (filter.from ?? days.from) && to === (filter.to ?? days.to);
  const fits = areDays(from, to) || sameDays;
  const show = (next: StatementFilter): void => {
    onFilter(next);
    onClose();
  };
  return (
    <form noValidate className="flex flex-col gap-4 p-4" onSubmit={(event) => event.preventDefault()}>
      <div className="grid grid-cols-2 gap-3 crowded:grid-cols-1">
        <DayField
          label={t('statement.filter.from')}
          value={from}
          onValue={(value) => setDraft({ ...draft, from: value })}
        />
        <DayField label={t('statement.filter.to')} value={to} onValue={(value) => setDraft({ ...draft, to: value })} />
      </div>
      {fits ? null : (
        <p role="alert" className="text-14 text-critical">
          {t('statement.filter.badDays')}
        </p>
      )}
      <SelectField
        label={t('statement.filter.instrument')}
        value={draft.instrument ?? 0}
        onValue={(value) => setDraft({ ...draft, instrument: value === 0 ? undefined : value })}
        options={[
          { value: 0, label: t('statement.filter.anyInstrument') },
          ...list.map(({ id, showCode }) => ({ value: id, label: showCode })),
        ]}
      />
      <SideField side={draft.side} onSide={(side) => setDraft({ ...draft, side })} />
      {ofTrades ? null : (
        <>
          <SelectField
            label={t('statement.filter.type')}
            value={draft.type ?? 0}
            onValue={(value) => setDraft({ ...draft, type: value === 0 ? undefined : value })}
            options={[{ value: 0, label: t('statement.filter.anyType') }, ...ledgerTypes(t)]}
          />
          <p className="text-12 text-quiet">{t('statement.filter.note')}</p>
        </>
      )}
      <div className="grid grid-cols-2 gap-2">
        <Button kind="secondary" onClick={() => show({ period: filter.period, from: filter.from, to: filter.to })}>
          {t('statement.filter.clear')}
        </Button>
        <Button
          type="submit"
          disabled={!fits}
          onClick={() =>
            show(sameDays ? { ...draft, from: filter.from, to: filter.to } : { ...draft, period: 'range' })
          }
        >
          {t('statement.filter.apply')}
        </Button>
      </div>
    </form>
  );
}

interface SideFieldProps {
  readonly side: StatementFilter['side'];
  readonly onSide: (side: StatementFilter['side']) => void;
}

function SideField({ side, onSide }: SideFieldProps): ReactNode {
  const t = useText();
  return (
    <div>
      <p className="mb-1 text-12 text-quiet">{t('statement.filter.side')}</p>
      <Segmented
        label={t('statement.filter.side')}
        value={side ?? 'any'}
        onChange={(chosen) => onSide(chosen === 'any' ? undefined : chosen)}
        options={[
          { value: 'any', label: t('statement.filter.anySide') },
          { value: 'buy', label: t('orders.buy') },
          { value: 'sell', label: t('orders.sell') },
        ]}
      />
    </div>
  );
}
