import { REPORT_KINDS, REPORT_MOST_DAYS, REPORT_MOST_ROWS, REPORT_SUMS } from '@fairlot/contract';
import { formatCount } from '@fairlot/client';
import { Button, DayField, TextField } from '@fairlot/ui';
import { showToast } from '@fairlot/web';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useRead } from '../../lists/list-calls.ts';
import { saveFile } from '../../shared/device/download.ts';
import { SelectField } from '../../shared/forms/inputs.tsx';
import { useText } from '../../shared/language/language.ts';
import { problemText } from '../../shared/messages/problem.ts';
import { office } from '../../shared/services/office.ts';
import { mayCall } from '../../shared/session/rights.ts';
import { useSelf } from '../../shared/session/session.ts';
import { kindWord, sumsWord } from './report-words.ts';
import { scheduleReport } from './schedule-action.ts';
import { FIRST_SELECTION, firstDays, groupsOf, hasInstrument, isSummed, kindOf, selectionInput } from './selection.ts';
import type { Selection } from './selection.ts';

/** Chooses a report, and saves it as a file or makes a schedule of it. */
export function ReportForm(): ReactNode {
  const t = useText();
  const { roles } = useSelf();
  const [selection, setSelection] = useState(FIRST_SELECTION);
  const [days, setDays] = useState(() => firstDays(Date.now()));
  const { data: options } = useRead('officeReportOptions', {});
  const file = useMutation({
    mutationFn: () =>
      office.export('officeReport', {
        ...selectionInput(selection),
        first_day: days.first,
        last_day: days.last,
      }),
    onSuccess: saveFile,
    onError: (error) => showToast(problemText(t, error), 'error'),
  });
  return (
    <form
      className="gutter grid max-w-3xl gap-4 pt-2 pb-6"
      onSubmit={(event) => {
        event.preventDefault();
        file.mutate();
      }}
    >
      <p className="text-14 text-quiet">
        {t('reports.about', { days: formatCount(REPORT_MOST_DAYS), rows: formatCount(REPORT_MOST_ROWS) })}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectionFields
          selection={selection}
          instruments={options?.instruments ?? []}
          groups={options?.groups ?? []}
          onChange={(changed) => setSelection({ ...selection, ...changed })}
        />
        <DayField label={t('field.first_day')} value={days.first} onValue={(first) => setDays({ ...days, first })} />
        <DayField label={t('field.last_day')} value={days.last} onValue={(last) => setDays({ ...days, last })} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={file.isPending}>
          {t('reports.download')}
        </Button>
        {mayCall(roles, 'officeScheduleReport') ? (
          <Button
            kind="secondary"
            onClick={() =>
              scheduleReport(t, selectionInput(selection), {
                user: selection.user,
                group: options?.groups.find(({ id }) => String(id) === selection.group)?.name,
                names: options?.recipients ?? [],
              })
            }
          >
            {t('reports.schedule')}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

interface SelectionFieldsProps {
  readonly selection: Selection;
  readonly instruments: readonly { readonly id: number; readonly code: string }[];
  readonly groups: readonly { readonly id: number; readonly name: string }[];
  readonly onChange: (changed: Partial<Selection>) => void;
}

/** The fields that the kind of report has. */
function SelectionFields({ selection, instruments, groups, onChange }: SelectionFieldsProps): ReactNode {
  const t = useText();
  const kind = kindOf(selection);
  return (
    <>
      <SelectField
        label={t('field.kind')}
        value={kind}
        onChange={(value) => onChange({ kind: value })}
        options={REPORT_KINDS.map((value) => ({ value, label: kindWord(t, value) }))}
      />
      <SelectField
        label={t('field.accounts')}
        value={selection.accounts}
        onChange={(accounts) => onChange({ accounts, group: '' })}
        options={(['real', 'demo'] as const).map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      {isSummed(kind) ? (
        <SelectField
          label={t('field.by')}
          value={selection.by}
          onChange={(by) => onChange({ by })}
          options={REPORT_SUMS.map((value) => ({ value, label: sumsWord(t, value) }))}
        />
      ) : null}
      {hasInstrument(kind) ? (
        <SelectField
          label={t('field.instrument_id')}
          value={selection.instrument}
          onChange={(instrument) => onChange({ instrument })}
          options={[
            { value: '', label: t('list.all') },
            ...instruments.map(({ id, code }) => ({ value: String(id), label: code })),
          ]}
        />
      ) : null}
      <SelectField
        label={t('field.group_id')}
        value={selection.group}
        onChange={(group) => onChange({ group })}
        options={[
          { value: '', label: t('list.all') },
          ...groupsOf(selection, groups).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <TextField
        label={t('field.uid')}
        value={selection.user}
        inputMode="numeric"
        dir="ltr"
        autoComplete="off"
        hint={t('reports.allUsers')}
        onValue={(user) => onChange({ user: user.replaceAll(/\D/g, '').slice(0, 15) })}
      />
    </>
  );
}
