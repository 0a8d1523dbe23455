import type { StaffInput, StaffOutput } from '@fairlot/client';
import { createElement } from 'react';
import { startAction } from '../../actions/action.ts';
import type { Action } from '../../actions/action.ts';
import { TermsEffect } from '../../actions/TermsEffect.tsx';
import { changedOnly, seenOf } from '../../actions/changed-only.ts';
import { valuesOf } from '../../actions/fields.ts';
import type { Field, Option } from '../../actions/fields.ts';
import { rowAgain } from '../../lists/list-calls.ts';
import type { RowOf } from '../../lists/list-calls.ts';
import type { Text } from '../../shared/language/text.ts';
import { namesOf, namesText } from './instrument-names.ts';
import { LotCost } from './LotCost.tsx';

export type Instrument = RowOf<'officeInstruments'>;
/** The categories and session calendars that an instrument may have. */
export type Choices = StaffOutput<'officeCategories'>;

/** Opens the dialog for a new category. */
export function addCategory(t: Text): void {
  startAction<'officeAddCategory'>({
    call: 'officeAddCategory',
    title: t('instruments.addCategory'),
    text: t('instruments.addCategoryText'),
    confirmLabel: t('action.save'),
    fields: [{ kind: 'text', name: 'slug' }],
    input: ({ slug }) => ({ slug: String(slug) }),
  });
}

/** Opens the dialog to remove an empty category. One with instruments cannot be removed. */
export function removeCategory(t: Text, vacant: readonly Option[]): void {
  startAction<'officeRemoveCategory'>({
    call: 'officeRemoveCategory',
    title: t('instruments.removeCategory'),
    text: t('instruments.removeCategoryText'),
    critical: true,
    confirmLabel: t('instruments.removeCategory'),
    fields: [
      {
        kind: 'choice',
        name: 'id',
        label: 'category_id',
        options: [{ value: '', label: '–' }, ...vacant],
        numeric: true,
      },
    ],
    input: ({ id }) => ({ id: id as number }),
  });
}

/** Halts an instrument, restricts it to closing, or releases it, at once. Sends the mode that the row shows. */
export function setDealing(t: Text, row: Instrument): void {
  startAction(dealingAction(t, row));
}

function dealingAction(t: Text, row: Instrument): Action<'officeSetDealing'> {
  const modes = (['halted', 'closeOnly', 'normal'] as const).filter((mode) => mode !== row.dealing);
  return {
    call: 'officeSetDealing',
    title: `${t('instruments.setDealing')} · ${row.code}`,
    text: t('instruments.setDealingText'),
    critical: true,
    confirmLabel: t('instruments.setDealing'),
    fields: [
      {
        kind: 'choice',
        name: 'mode',
        label: 'dealing',
        options: [{ value: '', label: '–' }, ...modes.map((mode) => ({ value: mode, label: t(`state.${mode}`) }))],
      },
      { kind: 'long', name: 'reason' },
    ],
    input: ({ mode, reason }) => ({
      id: row.id,
      mode: mode as StaffInput<'officeSetDealing'>['mode'],
      reason: String(reason),
      seen: row.dealing,
    }),
    doneText: ({ dealing }) => `${row.code}: ${t(`state.${dealing}`)}`,
    renewed: async () => {
      const now = await rowAgain('officeInstruments', ({ id }) => id === row.id);
      return now === undefined ? undefined : dealingAction(t, now);
    },
  };
}

/** Edits the terms of an instrument; sends only the changed fields, with the values that were read. */
export function editTerms(t: Text, row: Instrument, choices: Choices): void {
  startAction(termsAction(t, row, choices));
}

function termsAction(t: Text, row: Instrument, choices: Choices): Action<'officeChangeInstrument'> {
  const fields = termFields(t, choices);
  return {
    call: 'officeChangeInstrument',
    title: `${t('instruments.edit')} · ${row.code}`,
    text: t('instruments.editText', { positions: row.openPositions, orders: row.pendingOrders }),
    fields,
    initial: { ...valuesOf(fields, row), names: namesText(row.names) },
    confirmLabel: t('action.save'),
    effect: ({ terms }) => createElement(TermsEffect, { instrument: row.id, terms, proposes: true }),
    preview: (given) => createElement(LotCost, { id: row.id, terms: changedTerms(given, row) }),
    input: (given) => {
      const terms = changedTerms(given, row);
      return { id: row.id, terms, seen: seenOf(terms, row) };
    },
    doneText: ({ proposals }) =>
      proposals.length === 0
        ? undefined
        : t('proposals.waits', { what: t('instruments.edit'), id: proposals.join(', ') }),
    renewed: async () => {
      const now = await rowAgain('officeInstruments', ({ id }) => id === row.id);
      return now === undefined ? undefined : termsAction(t, now, choices);
    },
  };
}

function changedTerms(
  { names, ...given }: Readonly<Record<string, unknown>>,
  row: Instrument,
): Record<string, unknown> {
  return changedOnly({ ...given, names: namesOf(String(names)) }, row);
}

/** Categories as options of a field. */
export function categoryOptions(categories: Choices['categories']): Option[] {
  return categories.map(({ id, name }) => ({ value: String(id), label: name }));
}

/** The fields of the terms that may change. */
export function termFields(t: Text, { categories, calendars }: Choices): readonly Field[] {
  const days = ([0, 1, 2, 3, 4, 5, 6] as const).map((day) => ({ value: String(day), label: t(`day.${day}`) }));
  return [
    { kind: 'text', name: 'display_code' },
    { kind: 'text', name: 'logo' },
    { kind: 'long', name: 'names', hint: t('instruments.namesHint') },
    { kind: 'choice', name: 'category_id', options: categoryOptions(categories), numeric: true },
    { kind: 'choice', name: 'calendar', options: calendars.map((name) => ({ value: name, label: name })) },
    { kind: 'decimal', name: 'min_lots' },
    { kind: 'decimal', name: 'max_lots' },
    { kind: 'decimal', name: 'lot_step' },
    { kind: 'wholes', name: 'leverages' },
    {
      kind: 'choice',
      name: 'fee_mode',
      hint: t('instruments.modeHint'),
      options: [
        { value: 'perLot', label: t('kind.feePerLot') },
        { value: 'ofMargin', label: t('kind.feeOfMargin') },
      ],
    },
    { kind: 'decimal', name: 'fee_rate' },
    {
      kind: 'choice',
      name: 'swap_mode',
      hint: t('instruments.modeHint'),
      options: [
        { value: 'points', label: t('kind.points') },
        { value: 'annualPercent', label: t('kind.annualPercent') },
      ],
    },
    { kind: 'decimal', name: 'swap_long' },
    { kind: 'decimal', name: 'swap_short' },
    { kind: 'choice', name: 'swap_triple_weekday', options: days, numeric: true },
    { kind: 'whole', name: 'stale_after_ms' },
    { kind: 'whole', name: 'jump_per_mille' },
    { kind: 'whole', name: 'hold_ms' },
  ];
}
