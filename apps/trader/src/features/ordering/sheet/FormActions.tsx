import { Button, cx } from '@fairlot/ui';
import { useId } from 'react';
import type { ReactNode } from 'react';
import type { Problem } from '../form/problem.ts';
import { useProblemText } from '../form/problem-text.ts';
import { UnknownOutcome } from '../intents/UnknownOutcome.tsx';
import type { OrderAction } from '../intents/use-order-action.ts';
import { useText } from '../../../shared/language/language.ts';

export interface FormActionsProps {
  readonly action: OrderAction;
  readonly problem: Problem | undefined;
  /** Nothing differs from the order. */
  readonly same: boolean;
  readonly onBack: () => void;
  readonly onSave: () => void;
}

/** Footer of a form that changes an order: a problem without a field, and buttons to go back and save. */
export function FormActions({ action, problem, same, onBack, onSave }: FormActionsProps): ReactNode {
  const t = useText();
  const words = useProblemText();
  const why = useId();
  const explains = same && !action.busy;
  return (
    <div className="mt-3 space-y-2">
      <UnknownOutcome action={action} />
      {problem !== undefined && problem.field === undefined ? (
        <p className="text-14 text-critical">{words(problem)}</p>
      ) : null}
      <div className="grid grid-cols-2 gap-2">
        <Button kind="secondary" onClick={onBack}>
          {t('orders.back')}
        </Button>
        <Button
          busy={action.busy}
          blocked={same || problem !== undefined}
          aria-describedby={explains ? why : undefined}
          onClick={onSave}
        >
          {t('orders.saveStops')}
        </Button>
      </div>
      {/* Its place stays after the first change; otherwise the form would move away from a second tap on a stepper. */}
      <p id={why} className={cx('text-center text-12 text-quiet', !explains && 'invisible')}>
        {t('orders.unchanged')}
      </p>
    </div>
  );
}
