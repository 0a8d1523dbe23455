import { formatLots, lots } from '@fairlot/domain';
import { expect, it } from 'vitest';
import { SHARES, lotsOfShare, nextPart, partChoice } from './part-choice.ts';

const terms = { lotStep: lots('0.01'), minLots: lots('0.10') };
const position = { lots: lots('0.33') };

const shown = (volume: string) =>
  SHARES.map((share) => {
    const found = lotsOfShare(terms, lots(volume), share);
    return found === undefined ? undefined : formatLots(found);
  });

it('gives the shares of a position as volumes that can be closed', () => {
  expect(shown('1.00')).toEqual(['0.25', '0.50', '0.75', '1.00']);
  expect(shown('0.33')).toEqual([undefined, '0.16', '0.23', '0.33']);
  expect(shown('0.10')).toEqual([undefined, undefined, undefined, '0.10']);
});

it('judges a typed volume as the engine does', () => {
  expect(partChoice(terms, position, '0.33')).toEqual({ kind: 'whole' });
  expect(partChoice(terms, position, '0.2')).toEqual({ kind: 'part', lots: lots('0.20') });
  expect(partChoice(terms, position, '0.30')).toEqual({ kind: 'refused', sizes: [lots('0.23'), lots('0.33')] });
  for (const typed of ['', '0', '-0.1', 'half', '0.05'])
    expect(partChoice(terms, position, typed)).toEqual({ kind: 'refused', sizes: [lots('0.10')] });
  expect(partChoice(terms, position, '0.34')).toEqual({ kind: 'refused', sizes: [lots('0.33')] });
});

it('steps from one volume that can be closed to the next', () => {
  expect(nextPart(terms, position.lots, '0.33', 'less')).toBe('0.23');
  expect(nextPart(terms, position.lots, '0.23', 'more')).toBe('0.33');
  expect(nextPart(terms, position.lots, '0.10', 'less')).toBeUndefined();
  expect(nextPart(terms, position.lots, '0.33', 'more')).toBeUndefined();
  expect(nextPart(terms, position.lots, '', 'more')).toBe('0.10');
});
