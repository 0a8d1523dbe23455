import { DAY_MS } from '@fairlot/domain';
import { Segmented, TextField } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/language/language.ts';
import { type ExpiryDraft, localText } from './conditions.ts';
import type { Problem } from './problem.ts';
import { useProblemText } from './problem-text.ts';

export interface ExpiryFieldProps {
  readonly expiry: ExpiryDraft;
  readonly onExpiry: (expiry: ExpiryDraft) => void;
  /** Market time, from which a first proposal is made. */
  readonly now: number;
  readonly problem: Problem | undefined;
}

/** The expiry of a pending order: good till cancelled, the end of the trading day, or a time. */
export function ExpiryField({ expiry, onExpiry, now, problem }: ExpiryFieldProps): ReactNode {
  const t = useText();
  const words = useProblemText();
  const label = t('trade.ticket.condition.expiry');
  const choose = (choice: ExpiryDraft['choice']): void =>
    onExpiry({ choice, until: expiry.until === '' ? localText(now + DAY_MS) : expiry.until });
  return (
    <div className="space-y-1.5">
      <p className="text-12 text-quiet">{label}</p>
      <Segmented
        label={label}
        value={expiry.choice}
        onChange={choose}
        options={[
          { value: 'cancelled', label: t('trade.ticket.condition.cancelled') },
          { value: 'day', label: t('trade.ticket.condition.day') },
          { value: 'time', label: t('trade.ticket.condition.time') },
        ]}
      />
      {expiry.choice === 'day' ? <p className="text-12 text-faint">{t('trade.ticket.condition.dayHint')}</p> : null}
      {expiry.choice === 'time' ? (
        <TextField
          type="datetime-local"
          label={t('trade.ticket.condition.until')}
          value={expiry.until}
          onValue={(until) => onExpiry({ ...expiry, until })}
          error={problem?.key === 'expiry_invalid' ? words(problem) : undefined}
        />
      ) : null}
    </div>
  );
}
