import type { OrderRecord } from '@fairlot/client';
import { asPrice } from '@fairlot/domain';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { intents } from '../intents.ts';
import { judgeStops } from '../judge-stops.ts';
import { LevelField } from '../LevelField.tsx';
import { LEVEL_NAMES, changedLevels, levelFields, levelsOf } from '../levels.ts';
import type { Levels } from '../levels.ts';
import { useOrderMarket } from '../order-market.ts';
import { useOrderAction } from '../use-order-action.ts';
import type { Instrument } from '../../shared/market.ts';
import { FormActions } from './FormActions.tsx';

export interface StopsFormProps {
  readonly order: OrderRecord;
  readonly instrument: Instrument;
  readonly onDone: () => void;
}

/** Stop and target of an open position, with the checks of the ticket. */
export function StopsForm({ order, instrument, onDone }: StopsFormProps): ReactNode {
  const market = useOrderMarket(instrument);
  const action = useOrderAction();
  const before = levelsOf(order);
  // A level that is not touched stays as the order has it, also when another device changes it meanwhile.
  const [edited, setEdited] = useState<Partial<Levels>>({});
  const levels = { ...before, ...edited };
  const { quote, instrument: terms } = market.preview;
  const changed = changedLevels(before, levels);
  const judged = judgeStops(order, levels, market.preview, changed);
  const save = (): void => action.start(intents.setStops({ id: order.Id, ...levelFields(levels, changed) }), onDone);
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
