import type { ReportInterval, ReportKind, ReportSums } from '@fairlot/contract';
import type { Text } from '../../shared/language/text.ts';

/** The name of a kind of report. */
export function kindWord(t: Text, kind: ReportKind): string {
  switch (kind) {
    case 'ledger':
      return t('kind.ledger');
    case 'fees':
      return t('field.fees');
    case 'swaps':
      return t('field.swap');
    case 'trades':
    case 'payments':
    case 'results':
    case 'volumes':
      return t(`reports.${kind}`);
  }
}

/** The thing that a row of sums is of. */
export function sumsWord(t: Text, by: ReportSums): string {
  switch (by) {
    case 'client':
      return t('field.user');
    case 'group':
      return t('field.group_id');
    case 'instrument':
      return t('field.instrument_id');
    case 'day':
      return t('field.day');
    case 'each':
      return t('reports.each');
  }
}

export function intervalWord(t: Text, interval: ReportInterval): string {
  return t(`reports.every.${interval}`);
}

/** An hour of the day in UTC, such as 06:00. */
export function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
