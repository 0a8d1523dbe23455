import { lots, rate } from '@fairlot/domain';
import type { Instrument } from '@fairlot/domain';
import { expect, it } from 'vitest';
import { SIZE_BY_LOTS } from './draft.ts';
import { recalled, remember } from './memory.ts';

const terms: Instrument = {
  id: 7,
  code: 'EURUSD',
  quoteCurrency: 'USD',
  pricePrecision: 5,
  lotStep: lots('0.01'),
  minLots: lots('0.01'),
  maxLots: lots('100'),
  unitsPerLot: 100_000n,
  marginMode: 'leveraged',
  leverages: [100, 200],
  feeRate: rate('3.5'),
  swap: { mode: 'points', long: rate('-7'), short: rate('3'), tripleWeekday: 3 },
  conversion: null,
  staleAfterMs: 10_000,
};
const used = { lots: '0.30', leverage: 200, size: SIZE_BY_LOTS };

/** Storage in memory. */
function storage(): Storage {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  } as Storage;
}

it('each account gets back its own size and leverage of an instrument, and the sizes that it sent last', () => {
  const place = storage();
  for (const sent of ['0.10', '0.20', '0.10', '0.40', '0.50']) remember('10', 7, used, sent, place);
  remember('11', 7, { ...used, lots: '5.00', size: { by: 'percent', text: '1' } }, undefined, place);
  expect(recalled('10', terms, place)).toEqual({ ...used, recent: ['0.50', '0.40', '0.10'] });
  expect(recalled('11', terms, place)).toMatchObject({ lots: '5.00', size: { by: 'percent', text: '1' }, recent: [] });
  expect(recalled('10', { ...terms, id: 8 }, place)).toEqual({});
});

it('leaves out what the instrument no longer allows, and whatever is not its own', () => {
  const place = storage();
  remember('10', 7, used, '0.30', place);
  expect(recalled('10', { ...terms, minLots: lots('1'), leverages: [50] }, place)).toEqual({
    size: SIZE_BY_LOTS,
    recent: [],
  });
  remember('10', 7, { ...used, lots: 'x'.repeat(500) }, undefined, place);
  expect(recalled('10', terms, place).lots).toBeUndefined();
  place.setItem('fairlot.ticket', '{"a":1}');
  expect(recalled('10', terms, place)).toEqual({});
});

it('forgets the accounts and instruments that were not used for longest', () => {
  const place = storage();
  for (let id = 1; id <= 100; id += 1) remember('1', id, used, undefined, place);
  expect(recalled('1', { ...terms, id: 40 }, place)).toEqual({});
  expect(recalled('1', { ...terms, id: 41 }, place).lots).toBe('0.30');
  for (let account = 2; account <= 5; account += 1) remember(String(account), 7, used, undefined, place);
  expect(recalled('1', { ...terms, id: 100 }, place)).toEqual({});
  expect(recalled('2', terms, place).lots).toBe('0.30');
});
