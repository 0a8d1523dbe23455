import { Switch, TextField } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { type ConditionDraft, NO_CONDITIONS } from '../form/conditions.ts';
import { ExpiryField } from '../form/ExpiryField.tsx';
import { LevelField } from '../form/LevelField.tsx';
import { LEVEL_NAMES } from '../form/levels.ts';
import type { Levels } from '../form/levels.ts';
import { useText } from '../../../shared/language/language.ts';
import { marketTime } from '../form/market-time.ts';
import type { Ticket } from './use-ticket.ts';

/** Conditions of a pending order: its expiry, the limit of a stop, and a second order that is linked with it. */
export function Conditions({ ticket }: { readonly ticket: Ticket }): ReactNode {
  const t = useText();
  const { draft, kind, problem } = ticket;
  const { conditions = NO_CONDITIONS } = draft;
  const change = (part: Partial<ConditionDraft>): void => ticket.change({ conditions: { ...conditions, ...part } });
  if (draft.mode !== 'pending') return null;
  return (
    <div className="space-y-2 border-t border-line pt-2">
      <ExpiryField
        expiry={conditions.expiry}
        onExpiry={(expiry) => change({ expiry })}
        now={marketTime()}
        problem={problem}
      />
      {kind === 'stop' ? (
        <ConditionPrice
          name={t('trade.ticket.condition.stopLimit')}
          label={t('orders.field.limitPrice')}
          hint={t('trade.ticket.condition.stopLimitHint')}
          value={conditions.limit}
          start={draft.target}
          onValue={(limit) => change({ limit })}
        />
      ) : null}
      <ConditionPrice
        name={t('trade.ticket.condition.linked')}
        label={t('trade.ticket.condition.otherPrice')}
        hint={t('trade.ticket.condition.linkedHint')}
        value={conditions.linked}
        start=""
        onValue={(linked) => change({ linked })}
      />
      <LinkedLevels ticket={ticket} onLevels={(linkedLevels) => change({ linkedLevels })} />
    </div>
  );
}

/** Stop-loss and take-profit of the second order. */
function LinkedLevels({
  ticket: { linked, draft, spread, market },
  onLevels,
}: {
  readonly ticket: Ticket;
  readonly onLevels: (levels: Levels) => void;
}): ReactNode {
  const t = useText();
  if (linked === undefined) return null;
  const { levels, reference, preview, problem, measure } = linked;
  return (
    <fieldset className="min-w-0 border-s border-line ps-3">
      <legend className="sr-only">{t('trade.ticket.condition.otherPrice')}</legend>
      {LEVEL_NAMES.map((name) => (
        <LevelField
          key={name}
          name={name}
          level={levels[name]}
          onLevel={(level) => onLevels({ ...levels, [name]: level })}
          reference={reference}
          spread={spread}
          side={draft.side}
          terms={market.preview.instrument}
          meaning={preview[name]}
          problem={problem}
          measure={measure}
        />
      ))}
    </fieldset>
  );
}

/** A condition that is on when it has a price. */
function ConditionPrice({
  name,
  label,
  hint,
  value,
  start,
  onValue,
}: {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly value: string | undefined;
  /** The text with which it is turned on. */
  readonly start: string;
  readonly onValue: (value: string | undefined) => void;
}): ReactNode {
  return (
    <div>
      <Switch label={name} checked={value !== undefined} onChange={(on) => onValue(on ? start : undefined)} />
      {value === undefined ? null : (
        <TextField label={label} inputMode="decimal" dir="ltr" value={value} onValue={onValue} hint={hint} />
      )}
    </div>
  );
}
