import { STATEMENT_PERIODS } from '@fairlot/contract';
import type { StatementPeriod } from '@fairlot/contract';
import { BAR, Chip } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';

export interface PeriodBarProps {
  readonly period: StatementPeriod;
  readonly onPeriod: (period: Exclude<StatementPeriod, 'range'>) => void;
  /** Opens the sheet for a custom range. */
  readonly onRange: () => void;
}

/** Chips for the usual periods and a custom range. */
export function PeriodBar({ period, onPeriod, onRange }: PeriodBarProps): ReactNode {
  const t = useText();
  return (
    <fieldset
      {...{ [BAR]: '' }}
      aria-label={t('statement.period.label')}
      className="no-scrollbar flex min-w-0 shrink-0 gap-2 overflow-x-auto border-b border-line bg-surface px-4 py-1"
    >
      {STATEMENT_PERIODS.map((each) => (
        <Chip key={each} pressed={each === period} onPress={() => (each === 'range' ? onRange() : onPeriod(each))}>
          {t(`statement.period.${each}`)}
        </Chip>
      ))}
    </fieldset>
  );
}
