import { Button } from '@fairlot/ui';
import { useId } from 'react';
import type { ReactNode } from 'react';
import type { Problem } from '../problem.ts';
import { useProblemText } from '../problem-text.ts';
import { UnknownOutcome } from '../UnknownOutcome.tsx';
import type { OrderAction } from '../use-order-action.ts';
import { useText } from '../../shared/text.ts';

export interface FormActionsProps {
  readonly action: OrderAction;
  readonly problem: Problem | undefined;
  /** Nothing differs from what the order has. */
  readonly same: boolean;
  readonly onBack: () => void;
  readonly onSave: () => void;
}

/** The end of a form that changes an order: what no field can mend, the way back, and saving. */
export function FormActions({ action, problem, same, onBack, onSave }: FormActionsProps): ReactNode {
  const text = useText();
  const words = useProblemText();
  const why = useId();
  return (
    <div className="mt-3 space-y-2">
      <UnknownOutcome action={action} />
      {problem !== undefined && problem.field === undefined ? (
        <p className="text-14 text-critical">{words(problem)}</p>
      ) : null}
      <div className="grid grid-cols-2 gap-2">
        <Button kind="secondary" onClick={onBack}>
          {text('orders.back')}
        </Button>
        <Button
          busy={action.busy}
          blocked={same || problem !== undefined}
          aria-describedby={same ? why : undefined}
          onClick={onSave}
        >
          {text('orders.saveStops')}
        </Button>
      </div>
      {same && !action.busy ? (
        <p id={why} className="text-center text-12 text-quiet">
          {text('orders.unchanged')}
        </p>
      ) : null}
    </div>
  );
}
