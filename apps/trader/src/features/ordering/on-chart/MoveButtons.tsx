import { Button, cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import type { Problem } from '../form/problem.ts';
import { useProblemText } from '../form/problem-text.ts';
import { UnknownOutcome } from '../intents/UnknownOutcome.tsx';
import type { OrderAction } from '../intents/use-order-action.ts';
import { useText } from '../../../shared/language/language.ts';

export interface MoveButtonsProps {
  readonly action: OrderAction;
  readonly problem: Problem | undefined;
  /** The problem is already shown at its field. */
  readonly fieldShown: boolean;
  /** The order would not change. */
  readonly same: boolean;
  readonly onSend: () => void;
  readonly onLeave: () => void;
}

/** Buttons to cancel and send, with the problem that blocks sending. */
export function MoveButtons({ action, problem, fieldShown, same, onSend, onLeave }: MoveButtonsProps): ReactNode {
  const t = useText();
  const words = useProblemText();
  return (
    <div className="mt-3 space-y-2">
      <UnknownOutcome action={action} />
      {problem === undefined || fieldShown ? null : <p className="text-14 text-critical">{words(problem)}</p>}
      <div className="grid grid-cols-2 gap-2">
        <Button kind="secondary" disabled={action.state?.phase === 'sending'} onClick={onLeave}>
          {t('chart.move.leave')}
        </Button>
        <Button busy={action.busy} disabled={same || problem !== undefined} onClick={onSend}>
          {t('chart.move.send')}
        </Button>
      </div>
      {/* Its place stays, so that the buttons above do not move at the first change. */}
      <p className={cx('text-center text-12 text-quiet', !(same && !action.busy) && 'invisible')}>
        {t('orders.unchanged')}
      </p>
    </div>
  );
}
