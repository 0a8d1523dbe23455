import { STATEMENT_PERIODS } from '@fairlot/contract';
import type { StatementPeriod } from '@fairlot/contract';
import { Chip } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../../shared/text.ts';

export interface PeriodBarProps {
  readonly period: StatementPeriod;
  readonly onPeriod: (period: Exclude<StatementPeriod, 'range'>) => void;
  /** Days are chosen in the sheet. */
  readonly onRange: () => void;
}

/** The usual periods in one row, and the way to chosen days. */
export function PeriodBar({ period, onPeriod, onRange }: PeriodBarProps): ReactNode {
  const text = useText();
  return (
    <fieldset
      aria-label={text('statement.period.label')}
      className="no-scrollbar flex min-w-0 shrink-0 gap-2 overflow-x-auto border-b border-line bg-surface px-4 py-1"
    >
      {STATEMENT_PERIODS.map((each) => (
        <Chip key={each} pressed={each === period} onPress={() => (each === 'range' ? onRange() : onPeriod(each))}>
          {text(`statement.period.${each}`)}
        </Chip>
      ))}
    </fieldset>
  );
}
