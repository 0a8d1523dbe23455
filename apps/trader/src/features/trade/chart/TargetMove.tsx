import { parsePrice } from '@fairlot/domain';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { intents } from '../../../ordering/intents.ts';
import { judgeAmendment } from '../../../ordering/judge-amendment.ts';
import { figure, levelsOf } from '../../../ordering/levels.ts';
import { OrderFigures } from '../../../ordering/OrderFigures.tsx';
import { TargetField } from '../../../ordering/TargetField.tsx';
import { MoveButtons } from './MoveButtons.tsx';
import type { MoveFormProps } from './move-form.ts';
import { priceBefore } from './moves.ts';

/** Another price of an order that waits: what kind of order it becomes and what it reserves. */
export function TargetMove({ move, market, action, onMove, onSent, onLeave }: MoveFormProps): ReactNode {
  const [typed, setTyped] = useState({ price: move.price, text: move.price });
  // A line that is dragged once more starts the field anew.
  const value = typed.price === move.price ? typed.text : move.price;
  const { side, preview, problem } = judgeAmendment(move.order, value, levelsOf(move.order), market.preview);
  const edit = (text: string): void => {
    const price = parsePrice(figure(text)) === undefined ? move.price : figure(text);
    setTyped({ price, text });
    onMove({ ...move, price });
  };
  // Its levels stay what they are on the server, which may know of a later change than this page.
  const send = (): void => action.start(intents.amendOrder({ id: move.order.Id, target_price: figure(value) }), onSent);
  return (
    <>
      <div className="mt-3">
        <TargetField
          value={value}
          onValue={edit}
          side={side}
          market={market.preview}
          preview={preview}
          problem={problem}
        />
      </div>
      <div className="mt-3">
        <OrderFigures preview={preview} market={market} />
      </div>
      <MoveButtons
        action={action}
        onSend={send}
        onLeave={onLeave}
        problem={problem}
        fieldShown={problem?.field === 'target'}
        same={parsePrice(figure(value)) === parsePrice(priceBefore(move))}
      />
    </>
  );
}
