import { asPrice, parsePrice } from '@fairlot/domain';
import type { Price } from '@fairlot/domain';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { intents } from '../intents/intents.ts';
import { LevelField } from '../form/LevelField.tsx';
import { levelChange, levelDraft, levelValue, levelsOf } from '../form/levels.ts';
import type { LevelDraft, LevelName } from '../form/levels.ts';
import { withPrice } from '../form/measure.ts';
import { judgeStops } from '../form/judge-stops.ts';
import { MoveButtons } from './MoveButtons.tsx';
import type { MoveFormProps } from './move-form.ts';
import { priceBefore } from './moves.ts';

/** Moves a stop-loss or take-profit: shows the distance in pips and the result, checked by the engine's rules. */
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
  const fromLine = levelDraft(move.price, terms);
  const [typed, setTyped] = useState<{ readonly price: Price | undefined; readonly draft: LevelDraft }>({
    price: move.price,
    draft: fromLine,
  });
  // Dragging the line again overwrites what was typed, in the same unit.
  const now = typed.price === move.price ? typed.draft : fromLine.on ? withPrice(typed.draft, fromLine.text) : fromLine;
  const levels = { ...levelsOf(order), [level]: now };
  const judged = judgeStops(order, levels, market.preview, [level]);
  const edit = (draft: LevelDraft): void => {
    const value = levelValue(draft);
    // While the text is not a price, the line stays at the last one.
    const price = value === null ? undefined : (parsePrice(value, terms) ?? move.price);
    setTyped({ price, draft });
    onMove({ ...move, price });
  };
  const send = (): void => action.start(intents.setStops(levelChange(order.id, levels, [level])), onSent);
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
        measure={judged.measure}
        spread={quote === undefined ? asPrice(0n) : asPrice(quote.ask - quote.bid)}
      />
      <MoveButtons
        action={action}
        onSend={send}
        onLeave={onLeave}
        problem={judged.problem}
        fieldShown={judged.problem?.field === level}
        same={levelValue(now) === levelValue(levelDraft(priceBefore(move), terms))}
      />
    </>
  );
}
