import { conversionOf, marketOfOrder } from '@fairlot/client';
import type { ListedInstrument, Order } from '@fairlot/client';
import { asPrice } from '@fairlot/domain';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { intents } from '../intents/intents.ts';
import { judgeStops } from '../form/judge-stops.ts';
import { changedLevels, levelChange, levelsOf } from '../form/levels.ts';
import type { Levels } from '../form/levels.ts';
import { useOrderMarket } from '../form/order-market.ts';
import { GuaranteeField } from '../form/GuaranteeField.tsx';
import { TrailingField } from '../form/TrailingField.tsx';
import { useOrderAction } from '../intents/use-order-action.ts';
import { FormActions } from './FormActions.tsx';
import { LevelFields } from './LevelFields.tsx';
import { LevelsOfParts } from './LevelsOfParts.tsx';
import { useGuaranteeDraft } from './use-guarantee-draft.ts';
import { useTrailingDraft } from './use-trailing-draft.ts';

export interface StopsFormProps {
  readonly order: Order;
  readonly instrument: ListedInstrument;
  readonly onDone: () => void;
}

/** Edits the levels, the guarantee and the trailing distance of an open position, with the ticket's checks. */
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
  const spread = quote === undefined ? asPrice(0n) : asPrice(quote.ask - quote.bid);
  const trailing = useTrailingDraft(order);
  const guarantee = useGuaranteeDraft(
    order,
    instrument,
    market.preview,
    { ...levels, trailing: trailing.draft },
    changed.includes('stopLoss'),
  );
  const problem = judged.problem ?? trailing.problem ?? guarantee.problem;
  const scene = {
    terms,
    reference: judged.reference,
    lots: order.lots,
    conversion: conversionOf(marketOfOrder(market.preview, order.markup)),
  };
  const save = (): void => {
    const change = levelChange(order.id, levels, changed);
    action.start(intents.setStops({ ...change, ...trailing.change, ...guarantee.change }), onDone);
  };
  return (
    <form noValidate className="px-4 pt-2 pb-4" onSubmit={(event) => event.preventDefault()}>
      <LevelFields
        levels={levels}
        onLevel={(name, level) => setEdited({ ...edited, [name]: level })}
        reference={judged.reference}
        side={judged.side}
        spread={spread}
        terms={terms}
        meanings={judged.meanings}
        problem={judged.problem ?? guarantee.problem}
        measure={judged.measure}
      />
      {guarantee.isShown ? (
        <GuaranteeField
          on={guarantee.on}
          onChange={guarantee.onChange}
          premium={guarantee.premium}
          distance={guarantee.distance}
          terms={terms}
        />
      ) : null}
      <TrailingField draft={trailing.draft} onDraft={trailing.onDraft} scene={scene} spread={spread} />
      <LevelsOfParts order={order} market={market.preview} spread={spread} />
      <FormActions
        action={action}
        problem={problem}
        same={changed.length === 0 && !trailing.isChanged && !guarantee.isChanged}
        onBack={onDone}
        onSave={save}
      />
    </form>
  );
}
