import type { OrderRecord } from '@fairlot/client';
import { asPrice } from '@fairlot/domain';
import { Button } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { intents } from '../../ordering/intents.ts';
import { LevelField } from '../../ordering/LevelField.tsx';
import { levelFromWire, levelOnWire } from '../../ordering/levels.ts';
import type { LevelName, Levels } from '../../ordering/levels.ts';
import { useOrderMarket } from '../../ordering/order-market.ts';
import { useProblemText } from '../../ordering/problem-text.ts';
import type { Instrument } from '../../shared/market.ts';
import { useText } from '../../shared/text.ts';
import { judgeStops } from '../../ordering/judge-stops.ts';
import { UnknownOutcome } from '../../ordering/UnknownOutcome.tsx';
import { useOrderAction } from '../../ordering/use-order-action.ts';

const LEVELS: readonly LevelName[] = ['stopLoss', 'takeProfit'];

export interface StopsFormProps {
  readonly order: OrderRecord;
  readonly instrument: Instrument;
  readonly onDone: () => void;
}

/** Stop and target of an order that is alive, with the checks of the ticket. */
export function StopsForm({ order, instrument, onDone }: StopsFormProps): ReactNode {
  const text = useText();
  const words = useProblemText();
  const market = useOrderMarket(instrument);
  const action = useOrderAction();
  const before = levelsOf(order);
  const [levels, setLevels] = useState<Levels>(before);
  const { quote, instrument: terms } = market.preview;
  const judged = judgeStops(order, levels, market.preview);
  const same = LEVELS.every((name) => levelOnWire(levels[name]) === levelOnWire(before[name]));
  const save = (): void => action.start(intents.setStops({
    id: order.Id, stop_loss_price: levelOnWire(levels.stopLoss), target_profit_price: levelOnWire(levels.takeProfit),
  }), onDone);
  return (
    <form noValidate className="px-4 pt-2 pb-4" onSubmit={(event) => event.preventDefault()}>
      {LEVELS.map((name) => (
        <LevelField
          key={name} name={name} level={levels[name]} onLevel={(level) => setLevels({ ...levels, [name]: level })} reference={judged.reference} side={judged.side}
          spread={quote === undefined ? asPrice(0n) : asPrice(quote.ask - quote.bid)} terms={terms} meaning={judged.meanings[name]} problem={judged.problem}
        />
      ))}
      <div className="mt-3 space-y-2">
        <UnknownOutcome action={action} />
        {judged.problem !== undefined && judged.problem.field === undefined ? <p className="text-14 text-critical">{words(judged.problem)}</p> : null}
        <div className="grid grid-cols-2 gap-2">
          <Button kind="secondary" onClick={onDone}>{text('orders.back')}</Button>
          <Button busy={action.busy} disabled={same || judged.problem !== undefined} onClick={save}>{text('orders.saveStops')}</Button>
        </div>
        {same && !action.busy ? <p className="text-center text-12 text-quiet">{text('orders.unchanged')}</p> : null}
      </div>
    </form>
  );
}

function levelsOf(order: OrderRecord): Levels {
  const precision = order.ForexTradeLists.PricePrecision;
  return { stopLoss: levelFromWire(order.TargetLossPrice, precision), takeProfit: levelFromWire(order.TargetProfitPrice, precision) };
}
