import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import type { Problem } from '../../../ordering/problem.ts';
import { useProblemText } from '../../../ordering/problem-text.ts';
import { UnknownOutcome } from '../../../ordering/UnknownOutcome.tsx';
import type { OrderAction } from '../../../ordering/use-order-action.ts';
import { useText } from '../../../shared/text.ts';

export interface MoveButtonsProps {
  readonly action: OrderAction;
  readonly problem: Problem | undefined;
  /** The problem is told at its field already. */
  readonly fieldShown: boolean;
  /** Nothing would change. */
  readonly same: boolean;
  readonly onSend: () => void;
  readonly onLeave: () => void;
}

/** The way out and the way on, with the reason where there is no way on. */
export function MoveButtons({ action, problem, fieldShown, same, onSend, onLeave }: MoveButtonsProps): ReactNode {
  const text = useText();
  const words = useProblemText();
  return (
    <div className="mt-3 space-y-2">
      <UnknownOutcome action={action} />
      {problem === undefined || fieldShown ? null : <p className="text-14 text-critical">{words(problem)}</p>}
      <div className="grid grid-cols-2 gap-2">
        <Button kind="secondary" disabled={action.state?.phase === 'sending'} onClick={onLeave}>
          {text('chart.move.leave')}
        </Button>
        <Button busy={action.busy} disabled={same || problem !== undefined} onClick={onSend}>
          {text('chart.move.send')}
        </Button>
      </div>
      {same && !action.busy ? <p className="text-center text-12 text-quiet">{text('orders.unchanged')}</p> : null}
    </div>
  );
}
