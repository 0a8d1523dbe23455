import type { ListedInstrument, Order } from '@fairlot/client';
import { asPrice, formatPrice, parsePrice } from '@fairlot/domain';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { intents } from '../intents/intents.ts';
import { useHeldKind } from '../form/held-kind.ts';
import { judgeAmendment } from '../form/judge-amendment.ts';
import { judgeStops } from '../form/judge-stops.ts';
import { LevelField } from '../form/LevelField.tsx';
import { LEVEL_NAMES, changedLevels, figure, levelChange, levelsOf } from '../form/levels.ts';
import type { Levels } from '../form/levels.ts';
import { useOrderMarket } from '../form/order-market.ts';
import { OrderFigures } from '../form/OrderFigures.tsx';
import { TargetField } from '../form/TargetField.tsx';
import { useOrderAction } from '../intents/use-order-action.ts';
import { FormActions } from './FormActions.tsx';

export interface PendingFormProps {
  readonly order: Order;
  readonly instrument: ListedInstrument;
  readonly onDone: () => void;
}

/**
 * Edits the price and levels of a pending order, with the ticket's checks. One command changes them all. While the
 * market is closed, levels can be changed but not the price.
 */
export function PendingForm({ order, instrument, onDone }: PendingFormProps): ReactNode {
  const market = useOrderMarket(instrument);
  const action = useOrderAction();
  const before = levelsOf(order);
  // Unedited fields follow the order, so that saving does not undo another device's change.
  const [typed, setTyped] = useState<string>();
  const [edited, setEdited] = useState<Partial<Levels>>({});
  const target = typed ?? (order.target === undefined ? '' : formatPrice(order.target, instrument));
  const levels = { ...before, ...edited };
  const { quote, instrument: terms } = market.preview;
  const wanted = parsePrice(figure(target), terms);
  const moved = wanted !== order.target;
  const kind = useHeldKind(order.side, target, quote, order.instrument);
  const at = judgeAmendment(order, { target, kind }, levels, market.preview);
  const changed = changedLevels(before, levels);
  const stops = judgeStops({ ...order, target: wanted }, levels, market.preview, changed);
  const problem = moved ? at.problem : stops.problem;
  const save = (): void => {
    const change = levelChange(order.id, levels, changed);
    const sent = moved
      ? intents.amendOrder({ ...change, target: figure(target), kind, terms: market.terms })
      : intents.setStops(change);
    action.start(sent, onDone);
  };
  return (
    <form noValidate className="px-4 pt-2 pb-4" onSubmit={(event) => event.preventDefault()}>
      <TargetField
        value={target}
        onValue={setTyped}
        side={at.side}
        market={market.preview}
        kind={kind}
        preview={at.preview}
        problem={problem}
      />
      <div className="mt-2">
        {LEVEL_NAMES.map((name) => (
          <LevelField
            key={name}
            name={name}
            level={levels[name]}
            onLevel={(level) => setEdited({ ...edited, [name]: level })}
            reference={at.reference}
            side={at.side}
            spread={quote === undefined ? asPrice(0n) : asPrice(quote.ask - quote.bid)}
            terms={terms}
            meaning={moved ? at.preview[name] : stops.meanings[name]}
            problem={problem}
          />
        ))}
      </div>
      <div className="mt-3">
        <OrderFigures preview={at.preview} />
      </div>
      <FormActions
        action={action}
        problem={problem}
        same={!moved && changed.length === 0}
        onBack={onDone}
        onSave={save}
      />
    </form>
  );
}
