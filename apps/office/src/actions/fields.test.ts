import { staffCalls } from '@fairlot/contract';
import { describe, expect, it } from 'vitest';
import {
  badFields,
  changesOf,
  fieldsOfChange,
  inputOf,
  lengthsOf,
  renewedValues,
  unconfirmed,
  unreadable,
  valuesOf,
} from './fields.ts';
import type { Text } from '../shared/language/text.ts';
import type { Field } from './fields.ts';
import { wordsOf } from './words-of.ts';

const t = ((key: string) => key) as unknown as Text;

const FIELDS: readonly Field[] = [
  { kind: 'decimal', name: 'min_lots' },
  { kind: 'wholes', name: 'leverages' },
  { kind: 'whole', name: 'stale_after_ms' },
  { kind: 'choice', name: 'swap_mode', options: [] },
  { kind: 'choice', name: 'category_id', options: [], numeric: true },
];
const RECORD = { minLots: '0.01', leverages: [50, 100], staleAfterMs: 5000, swapMode: 'points', categoryId: 2 };
const INPUT = { min_lots: '0.01', leverages: [50, 100], stale_after_ms: 5000, swap_mode: 'points', category_id: 2 };

describe('a form', () => {
  it('sends the record that it shows', () => {
    expect(inputOf(FIELDS, valuesOf(FIELDS, RECORD))).toEqual(INPUT);
  });

  it('begins with the only option of a choice, and with none of several', () => {
    const [buy, sell] = ['buy', 'sell'].map((value) => ({ value, label: value }));
    const fields: readonly Field[] = [
      { kind: 'choice', name: 'one', options: [buy].filter((each) => each !== undefined) },
      { kind: 'choice', name: 'two', options: [buy, sell].filter((each) => each !== undefined) },
    ];
    expect(valuesOf(fields, {})).toEqual({ one: 'buy', two: '' });
  });

  it('detects a change of the value, not of its notation', () => {
    const before = valuesOf(FIELDS, RECORD);
    expect(changesOf(FIELDS, before, { ...before, leverages: '50,100', min_lots: ' 0,01 ' })).toEqual([]);
    expect(changesOf(FIELDS, before, { ...before, leverages: '50 100 200' }).map(({ field }) => field.name)).toEqual([
      'leverages',
    ]);
  });

  it('that changes a record shows fixed fields read-only and sends them unchanged', () => {
    const fields: readonly Field[] = [
      { kind: 'text', name: 'code', fixed: true },
      { kind: 'decimal', name: 'draw_rate' },
    ];
    const asked = fieldsOfChange(fields);
    expect(asked.map(({ name, readOnly }) => [name, readOnly === true])).toEqual([
      ['code', true],
      ['draw_rate', false],
    ]);
    expect(inputOf(asked, valuesOf(asked, { code: 'USDT', drawRate: '2' }))).toEqual({ code: 'USDT', draw_rate: '2' });
  });

  it('names the fields that the contract refuses', () => {
    const { input } = staffCalls.officeChangeInstrument;
    const typed = { ...valuesOf(FIELDS, RECORD), leverages: '100, 50', stale_after_ms: 'soon' };
    expect([...badFields(input, { id: 1, terms: inputOf(FIELDS, typed) })]).toEqual(
      expect.arrayContaining(['leverages', 'stale_after_ms']),
    );
    expect(badFields(input, { id: 1, terms: { ...INPUT, swap_long: '0', swap_short: '0' } }).size).toBe(0);
  });
});

const FIGURES: readonly Field[] = [
  { kind: 'decimal', name: 'usd_price' },
  { kind: 'wholes', name: 'leverages' },
  { kind: 'whole', name: 'hold_ms' },
];
const sent = (name: string, typed: string): unknown => inputOf(FIGURES, { [name]: typed })[name];

describe('a typed figure', () => {
  it('has a decimal comma or a decimal point', () => {
    expect(['1,5', '0,25', ' 0,125 ', '-1234,567', '25.400'].map((typed) => sent('usd_price', typed))).toEqual([
      '1.5',
      '0.25',
      '0.125',
      '-1234.567',
      '25.400',
    ]);
  });

  it.each(['25,400', '1,234,567', '1,234.56', '1.234,56', '25 400', "25'400", '٢٥', '２５', '1٫5', '01,234'])(
    'is refused as %s, with its field marked',
    (typed) => {
      const input = { id: 1, version: 1, ...inputOf([{ kind: 'decimal', name: 'usd_price' }], { usd_price: typed }) };
      expect([...badFields(staffCalls.coinSave.input, input)]).toEqual(['usd_price']);
      // Some calls take any text and leave it to the server to refuse.
      expect(unreadable(FIGURES, { usd_price: typed })).toEqual(['usd_price']);
    },
  );

  it('is whole without commas and points', () => {
    expect(['2000', '2,000', '2.000', '2 000'].map((typed) => sent('hold_ms', typed))).toEqual([
      2000,
      '2,000',
      '2.000',
      '2 000',
    ]);
  });

  it('with a comma between thousands is not taken for two of a list', () => {
    expect(sent('leverages', '50,100')).toEqual([50, 100]);
    expect(sent('leverages', '1,050')).toEqual([1, '050']);
  });

  it('is reviewed as it is sent', () => {
    const values = { usd_price: ' 1,5', leverages: '1,500', hold_ms: '0200' };
    const shown = changesOf(FIGURES, valuesOf(FIGURES, {}), values).map(({ field, before, after }) => [
      wordsOf(t, 'en', field, before),
      wordsOf(t, 'en', field, after),
    ]);
    expect(shown).toEqual([
      ['–', '1.5'],
      ['–', '1, 500'],
      ['–', '200'],
    ]);
  });
});

describe('a form whose record a colleague has changed', () => {
  const fields: readonly Field[] = [
    { kind: 'text', name: 'title' },
    { kind: 'text', name: 'place' },
    { kind: 'switch', name: 'open' },
  ];
  const before = { title: 'a', place: 'x', open: false };

  it('keeps what was typed, takes the rest, and shows what both changed', () => {
    const now = { title: 'c', place: 'y', open: true };
    expect(renewedValues(fields, { before, mine: { ...before, title: 'b' }, now })).toEqual({
      values: { title: 'b', place: 'y', open: true },
      theirs: { title: 'c' },
    });
  });

  it('shows no conflict where both typed the same', () => {
    const mine = { ...before, title: 'b' };
    expect(renewedValues(fields, { before, mine, now: mine }).theirs).toEqual({});
  });
});

describe('the rules of a field', () => {
  it('name the characters that the call takes, also of settings and of trimmed texts', () => {
    expect(lengthsOf(staffCalls.changeSiteSettings.input, 'site_title')).toEqual({ least: 1, most: 60 });
    expect(lengthsOf(staffCalls.officeFreezeUser.input, 'reason')).toEqual({ least: 3, most: 500 });
    expect(lengthsOf(staffCalls.officeFreezeUser.input, 'user_id')).toBeUndefined();
    expect(lengthsOf(staffCalls.officeFreezeUser.input, 'nothing')).toBeUndefined();
  });

  it('take a confirmation only as it is demanded', () => {
    const fields: readonly Field[] = [
      { kind: 'text', name: 'name', must: 'root' },
      { kind: 'text', name: 'other' },
    ];
    expect(unconfirmed(fields, { name: '', other: '' })).toEqual(['name']);
    expect(unconfirmed(fields, { name: ' root ', other: '' })).toEqual([]);
  });
});
