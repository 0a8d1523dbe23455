import { formatCount } from '@fairlot/client';
import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { startAction } from '../../actions/action.ts';
import { changedOnly } from '../../actions/changed-only.ts';
import { valuesOf } from '../../actions/fields.ts';
import type { Field, Option } from '../../actions/fields.ts';
import { Actions } from '../../lists/Actions.tsx';
import { useRead } from '../../lists/list-calls.ts';
import type { RowOf } from '../../lists/list-calls.ts';
import type { RowAction } from '../../lists/list-types.ts';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { Figure } from '../../shared/cells.tsx';
import { mayCall } from '../../shared/rights.ts';
import { useSelf } from '../../shared/session.ts';
import { useText } from '../../shared/text.ts';
import type { Text } from '../../shared/text.ts';
import { InstrumentDetail } from './InstrumentDetail.tsx';

export type Instrument = RowOf<'officeInstruments'>;

/** Instruments with their terms: sizes, leverage lists, fees, swaps, sessions. */
export function InstrumentsScreen(): ReactNode {
  const t = useText();
  const { roles } = useSelf();
  const { data } = useRead('officeCategories', {});
  const categories = (data?.categories ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const calendars = (data?.calendars ?? []).map((name) => ({ value: name, label: name }));
  const nameOf = (id: number): string => categories.find(({ value }) => value === String(id))?.label ?? String(id);
  const actions = (row: Instrument): readonly RowAction[] =>
    mayCall(roles, 'officeChangeInstrument') && data !== undefined
      ? [
          {
            key: 'e',
            label: t('instruments.edit'),
            kind: 'primary',
            run: () => edit(t, row, termFields(t, categories, calendars)),
          },
        ]
      : [];
  const add = (): void =>
    startAction<'officeAddCategory'>({
      call: 'officeAddCategory',
      title: t('instruments.addCategory'),
      text: t('instruments.addCategoryText'),
      confirmLabel: t('action.save'),
      fields: [{ kind: 'text', name: 'slug' }],
      input: ({ slug }) => ({ slug: String(slug) }),
    });
  const vacant = (data?.categories ?? [])
    .filter(({ instruments }) => instruments === 0)
    .map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <ListScreen
      title={t('menu.instruments')}
      call="officeInstruments"
      idOf={(row) => row.id}
      empty={t('instruments.empty')}
      actions={actions}
      tools={
        <>
          {vacant.length > 0 && mayCall(roles, 'officeRemoveCategory') ? (
            <Button kind="plain" onClick={() => removeCategory(t, vacant)}>
              {t('instruments.removeCategory')}
            </Button>
          ) : null}
          {mayCall(roles, 'officeAddCategory') ? (
            <Button kind="secondary" onClick={add}>
              {t('instruments.addCategory')}
            </Button>
          ) : null}
        </>
      }
      filters={[
        { kind: 'text', name: 'q', label: 'search' },
        { kind: 'choice', name: 'category_id', label: 'category_id', options: categories },
      ]}
      columns={[
        { head: 'code', render: (row) => row.code },
        { head: 'category_id', render: (row) => nameOf(row.category_id) },
        {
          head: 'leverages',
          spare: true,
          render: (row) => (
            <span className="figure">
              {row.leverages.length === 0 ? '–' : `${row.leverages[0]}–${row.leverages.at(-1) ?? ''}`}
            </span>
          ),
        },
        { head: 'fee_rate', figure: true, render: (row) => <Figure>{formatCount(row.fee_rate)}</Figure> },
        { head: 'swap_long', figure: true, render: (row) => <Figure>{formatCount(row.swap_long)}</Figure> },
        { head: 'swap_short', figure: true, render: (row) => <Figure>{formatCount(row.swap_short)}</Figure> },
        {
          head: 'open_positions',
          figure: true,
          spare: true,
          render: (row) => <Figure>{formatCount(row.open_positions)}</Figure>,
        },
        {
          head: 'market_status',
          render: (row) => (row.market_status === 1 ? t('instruments.open') : t('instruments.shut')),
        },
      ]}
      renderDetail={(row) => (
        <InstrumentDetail row={row} category={nameOf(row.category_id)} actions={<Actions actions={actions(row)} />} />
      )}
    />
  );
}

/** Only categories without instruments can go. */
function removeCategory(t: Text, vacant: readonly Option[]): void {
  startAction<'officeRemoveCategory'>({
    call: 'officeRemoveCategory',
    title: t('instruments.removeCategory'),
    text: t('instruments.removeCategoryText'),
    critical: true,
    confirmLabel: t('instruments.removeCategory'),
    fields: [{ kind: 'choice', name: 'category_id', options: [{ value: '', label: '–' }, ...vacant], numeric: true }],
    input: ({ category_id: id }) => ({ id: id as number }),
  });
}

function edit(t: Text, row: Instrument, fields: readonly Field[]): void {
  startAction<'officeChangeInstrument'>({
    call: 'officeChangeInstrument',
    title: `${t('instruments.edit')} · ${row.code}`,
    text: t('instruments.editText', { positions: row.open_positions, orders: row.pending_orders }),
    fields,
    initial: valuesOf(fields, row),
    confirmLabel: t('action.save'),
    input: (given) => ({ id: row.id, terms: changedOnly(given, row) }),
  });
}

function termFields(t: Text, categories: readonly Option[], calendars: readonly Option[]): readonly Field[] {
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) => ({
    value: String(day),
    label: t(`day.${day as 0 | 1 | 2 | 3 | 4 | 5 | 6}`),
  }));
  return [
    { kind: 'text', name: 'display_code' },
    { kind: 'choice', name: 'category_id', options: categories, numeric: true },
    { kind: 'choice', name: 'calendar', options: calendars },
    { kind: 'text', name: 'logo' },
    { kind: 'decimal', name: 'min_lots' },
    { kind: 'decimal', name: 'max_lots' },
    { kind: 'decimal', name: 'lot_step' },
    { kind: 'wholes', name: 'leverages' },
    { kind: 'decimal', name: 'fee_rate' },
    {
      kind: 'choice',
      name: 'swap_mode',
      options: [
        { value: 'points', label: t('kind.points') },
        { value: 'annualPercent', label: t('kind.annualPercent') },
      ],
    },
    { kind: 'decimal', name: 'swap_long' },
    { kind: 'decimal', name: 'swap_short' },
    { kind: 'choice', name: 'swap_triple_weekday', options: days, numeric: true },
    { kind: 'whole', name: 'stale_after_ms' },
  ];
}
