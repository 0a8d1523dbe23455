import { Button, Segmented, Sheet } from '@fairlot/ui';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { SelectField } from '../../money/SelectField.tsx';
import { useInstruments } from '../../shared/market.ts';
import { useText } from '../../shared/text.ts';
import { ledgerTypes } from './ledger-types.ts';
import { areDays } from './wish.ts';
import type { Wish } from './wish.ts';

export interface FilterSheetProps {
  readonly open: boolean;
  readonly wish: Wish;
  /** First and last day of what is shown, where the days start. */
  readonly days: { readonly from: string; readonly to: string };
  readonly onWish: (wish: Wish) => void;
  readonly onClose: () => void;
}

/** Days, instrument, side and ledger type of a statement. Nothing changes before the button. */
export function FilterSheet({ open, ...rest }: FilterSheetProps): ReactNode {
  const text = useText();
  return (
    <Sheet open={open} onClose={rest.onClose} title={text('statement.filter.title')} closeLabel={text('common.close')}>
      {open ? <Form {...rest} /> : null}
    </Sheet>
  );
}

function Form({ wish, days, onWish, onClose }: Omit<FilterSheetProps, 'open'>): ReactNode {
  const text = useText();
  const { list } = useInstruments();
  const [draft, setDraft] = useState({ ...wish, from: wish.from ?? days.from, to: wish.to ?? days.to });
  const { from, to } = draft;
  const sameDays = from === (wish.from ?? days.from) && to === (wish.to ?? days.to);
  const fits = areDays(from, to) || sameDays;
  const show = (next: Wish): void => {
    onWish(next);
    onClose();
  };
  return (
    <form noValidate className="flex flex-col gap-4 p-4" onSubmit={(event) => event.preventDefault()}>
      <div className="grid grid-cols-2 gap-3 crowded:grid-cols-1">
        <DayField
          label={text('statement.filter.from')}
          value={from}
          onValue={(value) => setDraft({ ...draft, from: value })}
        />
        <DayField
          label={text('statement.filter.to')}
          value={to}
          onValue={(value) => setDraft({ ...draft, to: value })}
        />
      </div>
      {fits ? null : (
        <p role="alert" className="text-14 text-critical">
          {text('statement.filter.badDays')}
        </p>
      )}
      <SelectField
        label={text('statement.filter.instrument')}
        value={draft.instrument ?? 0}
        onValue={(value) => setDraft({ ...draft, instrument: value === 0 ? undefined : value })}
        options={[
          { value: 0, label: text('statement.filter.anyInstrument') },
          ...list.map(({ Id, ShowCode }) => ({ value: Id, label: ShowCode })),
        ]}
      />
      <div>
        <p className="mb-1 text-12 text-quiet">{text('statement.filter.side')}</p>
        <Segmented
          label={text('statement.filter.side')}
          value={draft.side ?? 'any'}
          onChange={(side) => setDraft({ ...draft, side: side === 'any' ? undefined : side })}
          options={[
            { value: 'any', label: text('statement.filter.anySide') },
            { value: 'buy', label: text('orders.buy') },
            { value: 'sell', label: text('orders.sell') },
          ]}
        />
      </div>
      <SelectField
        label={text('statement.filter.type')}
        value={draft.type ?? 0}
        onValue={(value) => setDraft({ ...draft, type: value === 0 ? undefined : value })}
        options={[{ value: 0, label: text('statement.filter.anyType') }, ...ledgerTypes(text)]}
      />
      <p className="text-12 text-quiet">{text('statement.filter.note')}</p>
      <div className="grid grid-cols-2 gap-2">
        <Button kind="secondary" onClick={() => show({ period: wish.period, from: wish.from, to: wish.to })}>
          {text('statement.filter.clear')}
        </Button>
        <Button
          type="submit"
          disabled={!fits}
          onClick={() => show(sameDays ? { ...draft, from: wish.from, to: wish.to } : { ...draft, period: 'range' })}
        >
          {text('statement.filter.apply')}
        </Button>
      </div>
    </form>
  );
}

/** A day. The device's own calendar opens. */
function DayField({
  label,
  value,
  onValue,
}: {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}): ReactNode {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-12 text-quiet">
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={value}
        max="9999-12-31"
        onChange={(event) => onValue(event.target.value)}
        className="min-h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface px-3 text-16 text-ink outline-brand"
      />
    </div>
  );
}
