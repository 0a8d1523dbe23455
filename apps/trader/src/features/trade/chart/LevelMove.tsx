import { asPrice, parsePrice } from '@fairlot/domain';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { intents } from '../../../ordering/intents.ts';
import { LevelField } from '../../../ordering/LevelField.tsx';
import { levelFields, levelFromWire, levelOnWire, levelsOf } from '../../../ordering/levels.ts';
import type { LevelDraft, LevelName } from '../../../ordering/levels.ts';
import { judgeStops } from '../../../ordering/judge-stops.ts';
import { MoveButtons } from './MoveButtons.tsx';
import type { MoveFormProps } from './move-form.ts';
import { priceBefore } from './moves.ts';

/** Another stop or target of an order: what it means in pips and money, by the rules of the engine. */
export function LevelMove({
  move,
  level,
  market,
  action,
  onMove,
  onSent,
  onLeave,
}: MoveFormProps & { readonly level: LevelName }): ReactNode {
  const { order } = move;
  const { quote, instrument: terms } = market.preview;
  const fromLine = levelFromWire(move.price, terms.pricePrecision);
  const [typed, setTyped] = useState<{ readonly price: string; readonly draft: LevelDraft }>({
    price: move.price,
    draft: fromLine,
  });
  // A line that is dragged once more starts the field anew.
  const now = typed.price === move.price ? typed.draft : fromLine;
  const levels = { ...levelsOf(order), [level]: now };
  const judged = judgeStops(order, levels, market.preview, [level]);
  const edit = (draft: LevelDraft): void => {
    // While it is being typed the line stays at the last price.
    const price = draft.on && parsePrice(levelOnWire(draft)) === undefined ? move.price : levelOnWire(draft);
    setTyped({ price, draft });
    onMove({ ...move, price });
  };
  const send = (): void => action.start(intents.setStops({ id: order.Id, ...levelFields(levels, [level]) }), onSent);
  return (
    <>
      <LevelField
        name={level}
        level={now}
        onLevel={edit}
        reference={judged.reference}
        side={judged.side}
        terms={terms}
        meaning={judged.meanings[level]}
        problem={judged.problem}
        spread={quote === undefined ? asPrice(0n) : asPrice(quote.ask - quote.bid)}
      />
      <MoveButtons
        action={action}
        onSend={send}
        onLeave={onLeave}
        problem={judged.problem}
        fieldShown={judged.problem?.field === level}
        same={levelOnWire(now) === levelOnWire(levelFromWire(priceBefore(move), terms.pricePrecision))}
      />
    </>
  );
}
