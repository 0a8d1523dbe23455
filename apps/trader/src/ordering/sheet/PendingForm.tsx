import type { OrderRecord } from '@fairlot/client';
import { asPrice, parsePrice } from '@fairlot/domain';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { intents } from '../intents.ts';
import { judgeAmendment } from '../judge-amendment.ts';
import { judgeStops } from '../judge-stops.ts';
import { LevelField } from '../LevelField.tsx';
import { LEVEL_NAMES, changedLevels, figure, levelFields, levelsOf } from '../levels.ts';
import type { Levels } from '../levels.ts';
import { useOrderMarket } from '../order-market.ts';
import { OrderFigures } from '../OrderFigures.tsx';
import { TargetField } from '../TargetField.tsx';
import { useOrderAction } from '../use-order-action.ts';
import type { Instrument } from '../../shared/market.ts';
import { FormActions } from './FormActions.tsx';

export interface PendingFormProps {
  readonly order: OrderRecord;
  readonly instrument: Instrument;
  readonly onDone: () => void;
}

/**
 * Price, stop and target of a pending order, with the checks of the ticket. One instruction changes them all; the levels
 * alone may be changed while the market is closed, the price may not.
 */
export function PendingForm({ order, instrument, onDone }: PendingFormProps): ReactNode {
  const market = useOrderMarket(instrument);
  const action = useOrderAction();
  const before = levelsOf(order);
  // What is not touched stays as the order has it, also when another device changes that meanwhile.
  const [typed, setTyped] = useState<string>();
  const [edited, setEdited] = useState<Partial<Levels>>({});
  const target = typed ?? order.OriginPrice;
  const levels = { ...before, ...edited };
  const { quote, instrument: terms } = market.preview;
  const moved = parsePrice(figure(target)) !== parsePrice(order.OriginPrice);
  const at = judgeAmendment(order, target, levels, market.preview);
  const changed = changedLevels(before, levels);
  const stops = judgeStops({ ...order, OriginPrice: figure(target) }, levels, market.preview, changed);
  const problem = moved ? at.problem : stops.problem;
  const save = (): void => {
    const wish = { id: order.Id, ...levelFields(levels, changed) };
    action.start(
      moved ? intents.amendOrder({ ...wish, target_price: figure(target) }) : intents.setStops(wish),
      onDone,
    );
  };
  return (
    <form noValidate className="px-4 pt-2 pb-4" onSubmit={(event) => event.preventDefault()}>
      <TargetField
        value={target}
        onValue={setTyped}
        side={at.side}
        market={market.preview}
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
            meaning={stops.meanings[name]}
            problem={problem}
          />
        ))}
      </div>
      <div className="mt-3">
        <OrderFigures preview={at.preview} market={market} />
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
