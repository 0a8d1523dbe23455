import { formatPrice, parsePrice } from '@fairlot/domain';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { intents } from '../intents/intents.ts';
import { amendedKind } from '../form/conditions.ts';
import { useHeldKind } from '../form/held-kind.ts';
import { judgeAmendment } from '../form/judge-amendment.ts';
import { figure, levelsOf } from '../form/levels.ts';
import { OrderFigures } from '../form/OrderFigures.tsx';
import { TargetField } from '../form/TargetField.tsx';
import { MoveButtons } from './MoveButtons.tsx';
import type { MoveFormProps } from './move-form.ts';
import { priceBefore } from './moves.ts';

/** Moves the target of a pending order: shows the resulting kind and reserve. */
export function TargetMove({ move, market, action, onMove, onSent, onLeave }: MoveFormProps): ReactNode {
  const terms = move.order.instrument;
  const fromLine = move.price === undefined ? '' : formatPrice(move.price, terms);
  const [typed, setTyped] = useState({ price: move.price, text: fromLine });
  // Dragging the line again overwrites the typed text.
  const value = typed.price === move.price ? typed.text : fromLine;
  const { order } = move;
  const kind = useHeldKind(order.side, value, market.preview.quote, market.preview.instrument);
  const at = { target: value, kind };
  const { side, preview, problem } = judgeAmendment(order, at, levelsOf(order), market.preview);
  const edit = (text: string): void => {
    const price = parsePrice(figure(text), terms) ?? move.price;
    setTyped({ price, text });
    onMove({ ...move, price });
  };
  // Sends the target only: the order's levels may have been changed on another device.
  const send = (): void =>
    action.start(
      intents.amendOrder({ id: order.id, target: figure(value), kind: amendedKind(order, kind), terms: market.terms }),
      onSent,
    );
  return (
    <>
      <div className="mt-3">
        <TargetField
          value={value}
          onValue={edit}
          side={side}
          market={market.preview}
          kind={kind}
          preview={preview}
          problem={problem}
        />
      </div>
      <div className="mt-3">
        <OrderFigures preview={preview} />
      </div>
      <MoveButtons
        action={action}
        onSend={send}
        onLeave={onLeave}
        problem={problem}
        fieldShown={problem?.field === 'target'}
        same={parsePrice(figure(value), terms) === priceBefore(move)}
      />
    </>
  );
}
