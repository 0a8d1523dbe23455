import { REPORT_INTERVALS } from '@fairlot/contract';
import { startAction } from '../../actions/action.ts';
import type { StaffInput } from '@fairlot/client';
import type { Text } from '../../shared/language/text.ts';
import { hourText, intervalWord, kindWord, sumsWord } from './report-words.ts';
import type { SelectionInput } from './selection.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }));

/** Texts of the dialog, and the staff to choose from. */
interface Shown {
  readonly user: string;
  /** The name of the group; undefined for all. */
  readonly group: string | undefined;
  readonly names: readonly string[];
}

/** Opens the dialog that makes a schedule of the selected report. */
export function scheduleReport(t: Text, selection: SelectionInput, { user, group, names }: Shown): void {
  const { kind, by = 'each', accounts = 'real' } = selection;
  startAction<'officeScheduleReport'>({
    call: 'officeScheduleReport',
    title: t('reports.schedule'),
    text: t('reports.scheduleText'),
    confirmLabel: t('reports.schedule'),
    figures: [
      { label: t('field.kind'), value: kindWord(t, kind) },
      { label: t('field.accounts'), value: t(`kind.${accounts}`) },
      { label: t('field.by'), value: sumsWord(t, by) },
      { label: t('field.uid'), value: user === '' ? t('list.all') : user },
      { label: t('field.group_id'), value: group ?? t('list.all') },
    ],
    fields: [
      {
        kind: 'choice',
        name: 'interval',
        options: [
          { value: '', label: '–' },
          ...REPORT_INTERVALS.map((value) => ({ value, label: intervalWord(t, value) })),
        ],
      },
      { kind: 'choice', name: 'hour', numeric: true, options: [{ value: '', label: '–' }, ...HOURS] },
      { kind: 'many', name: 'recipients', options: names.map((name) => ({ value: name, label: name })) },
    ],
    input: (given) => ({ ...selection, ...given }) as StaffInput<'officeScheduleReport'>,
  });
}
