import { staffCalls } from '@fairlot/contract';
import { describe, expect, it } from 'vitest';
import { badFields, changesOf, inputOf, valuesOf } from './fields.ts';
import type { Field } from './fields.ts';

const FIELDS: readonly Field[] = [
  { kind: 'decimal', name: 'min_lots' }, { kind: 'wholes', name: 'leverages' }, { kind: 'whole', name: 'stale_after_ms' },
  { kind: 'choice', name: 'swap_mode', options: [] }, { kind: 'choice', name: 'category_id', options: [], numeric: true },
];
const RECORD = { min_lots: '0.01', leverages: [50, 100], stale_after_ms: 5000, swap_mode: 'points', category_id: 2 };

describe('a form', () => {
  it('gives back the record that it shows', () => {
    expect(inputOf(FIELDS, valuesOf(FIELDS, RECORD))).toEqual(RECORD);
  });

  it('sees a change of the value, not of the way in which it is typed', () => {
    const before = valuesOf(FIELDS, RECORD);
    expect(changesOf(FIELDS, before, { ...before, leverages: '50,100', min_lots: ' 0,01 ' })).toEqual([]);
    expect(changesOf(FIELDS, before, { ...before, leverages: '50 100 200' }).map(({ field }) => field.name)).toEqual(['leverages']);
  });

  it('says which fields the contract refuses', () => {
    const { input } = staffCalls.officeChangeInstrument;
    const typed = { ...valuesOf(FIELDS, RECORD), leverages: '100, 50', stale_after_ms: 'soon' };
    expect([...badFields(input, { id: 1, terms: inputOf(FIELDS, typed) })]).toEqual(expect.arrayContaining(['leverages', 'stale_after_ms']));
    expect(badFields(input, { id: 1, terms: RECORD }).size).toBe(0);
  });
});
