import { describe, expect, it } from 'vitest';
import { cardKey } from '../../security/secrets/card-key.ts';
import { maskCardId } from './card-id.ts';

describe('document numbers', () => {
  it.each([
    ['C01X00T478', '••••••T478'],
    ['12345678', '••••5678'],
    ['12345', '•••45'],
    ['1', '•'],
    ['港A1234567', '•••••4567'],
  ])('%s is masked as %s', (number, shown) => {
    expect(maskCardId(number)).toBe(shown);
  });

  it('have the same key in every notation', () => {
    expect(new Set(['C01 X00-T478', 'c01x00t478', 'Ｃ01X00T478', 'C01.X00/T(478)'].map(cardKey))).toEqual(
      new Set(['C01X00T478']),
    );
  });
});
