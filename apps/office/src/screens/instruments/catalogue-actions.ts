import type { StaffInput } from '@fairlot/client';
import { startAction } from '../../actions/action.ts';
import type { Field, Values } from '../../actions/fields.ts';
import { waitingText } from '../../actions/waiting-text.ts';
import type { Text } from '../../shared/language/text.ts';
import { termFields } from './instrument-actions.ts';
import type { Choices, Instrument } from './instrument-actions.ts';
import { namesOf } from './instrument-names.ts';

/** Usual values of a currency pair, to begin with. */
const USUAL: Values = {
  quote_currency: 'USD',
  price_precision: '5',
  units_per_lot: '100000',
  margin_mode: 'leveraged',
  min_lots: '0.01',
  max_lots: '100',
  lot_step: '0.01',
  leverages: '10, 20, 50, 100',
  fee_mode: 'perLot',
  fee_rate: '3.5',
  swap_mode: 'points',
  swap_long: '0',
  swap_short: '0',
  swap_triple_weekday: '3',
  stale_after_ms: '10000',
  jump_per_mille: '10',
  hold_ms: '2000',
};

/** Of an instrument without a logo of its own. */
const PLAIN_LOGO = '/logos/plain.svg';

/** Adds an instrument: first what never changes, then its terms. */
export function addInstrument(t: Text, choices: Choices): void {
  const fields = [...fixedFields(t), ...termFields(t, choices)];
  const first: Values = {
    ...Object.fromEntries(fields.map(({ name }) => [name, ''])),
    ...USUAL,
    category_id: String(choices.categories[0]?.id ?? ''),
    calendar: choices.calendars.includes('forex') ? 'forex' : (choices.calendars[0] ?? ''),
    logo: PLAIN_LOGO,
  };
  startAction<'officeAddInstrument'>({
    call: 'officeAddInstrument',
    title: t('instruments.add'),
    text: t('instruments.addText'),
    fields,
    initial: first,
    confirmLabel: t('instruments.add'),
    input: ({ names, ...given }) =>
      ({ ...given, names: namesOf(String(names)) }) as unknown as StaffInput<'officeAddInstrument'>,
    doneText: (output) =>
      waitingText(t, t('instruments.add'), output) ?? t('instruments.added', { code: output.instrument?.code ?? '' }),
  });
}

/** Delists an instrument, with a reason for its history. */
export function delistInstrument(t: Text, row: Instrument): void {
  startAction<'officeDelistInstrument'>({
    call: 'officeDelistInstrument',
    title: `${t('instruments.delist')} · ${row.code}`,
    text: t('instruments.delistText'),
    critical: true,
    confirmLabel: t('instruments.delist'),
    fields: [{ kind: 'long', name: 'reason' }],
    input: ({ reason }) => ({ id: row.id, reason: String(reason) }),
  });
}

function fixedFields(t: Text): readonly Field[] {
  return [
    { kind: 'text', name: 'code' },
    { kind: 'text', name: 'base_currency' },
    { kind: 'text', name: 'quote_currency' },
    { kind: 'whole', name: 'price_precision' },
    { kind: 'text', name: 'units_per_lot' },
    {
      kind: 'choice',
      name: 'margin_mode',
      options: [
        { value: 'leveraged', label: t('kind.marginLeveraged') },
        { value: 'fixed', label: t('kind.marginFixed') },
      ],
    },
  ];
}
