import type { ListedInstrument, Order } from '@fairlot/client';
import { asPrice } from '@fairlot/domain';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { intents } from '../intents/intents.ts';
import { judgeStops } from '../form/judge-stops.ts';
import { LevelField } from '../form/LevelField.tsx';
import { LEVEL_NAMES, changedLevels, levelChange, levelsOf } from '../form/levels.ts';
import type { Levels } from '../form/levels.ts';
import { useOrderMarket } from '../form/order-market.ts';
import { useOrderAction } from '../intents/use-order-action.ts';
import { FormActions } from './FormActions.tsx';

export interface StopsFormProps {
  readonly order: Order;
  readonly instrument: ListedInstrument;
  readonly onDone: () => void;
}

/** Edits the levels of an open position, with the ticket's checks. */
export function StopsForm({ order, instrument, onDone }: StopsFormProps): ReactNode {
  const market = useOrderMarket(instrument);
  const action = useOrderAction();
  const before = levelsOf(order);
  // Unedited levels follow the order, so that saving does not undo another device's change.
  const [edited, setEdited] = useState<Partial<Levels>>({});
  const levels = { ...before, ...edited };
  const { quote, instrument: terms } = market.preview;
  const changed = changedLevels(before, levels);
  const judged = judgeStops(order, levels, market.preview, changed);
  const save = (): void => action.start(intents.setStops(levelChange(order.id, levels, changed)), onDone);
  return (
    <form noValidate className="px-4 pt-2 pb-4" onSubmit={(event) => event.preventDefault()}>
      {LEVEL_NAMES.map((name) => (
        <LevelField
          key={name}
          name={name}
          level={levels[name]}
          onLevel={(level) => setEdited({ ...edited, [name]: level })}
          reference={judged.reference}
          side={judged.side}
          spread={quote === undefined ? asPrice(0n) : asPrice(quote.ask - quote.bid)}
          terms={terms}
          meaning={judged.meanings[name]}
          problem={judged.problem}
        />
      ))}
      <FormActions action={action} problem={judged.problem} same={changed.length === 0} onBack={onDone} onSave={save} />
    </form>
  );
}
