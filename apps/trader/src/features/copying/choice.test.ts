import { MONEY_SCALE, RATE_SCALE, asLots, asMoney, asRate, parseDecimal } from '@fairlot/domain';
import { describe, expect, it } from 'vitest';
import { FIRST_DRAFT, choiceOf, draftOf, invalidFields } from './choice.ts';

const money = (text: string) => asMoney(parseDecimal(text, MONEY_SCALE) ?? 0n);
const rate = (text: string) => asRate(parseDecimal(text, RATE_SCALE) ?? 0n);
const limited = (maxLots: string) => ({ ...FIRST_DRAFT, allocation: '100', limits: [{ instrument: 7, maxLots }] });

describe('the terms of a copy', () => {
  it('are shown for a change as they stand, and sent as typed', () => {
    const draft = draftOf({
      allocation: money('20000'),
      multiple: rate('1.50'),
      stopLoss: money('500.25'),
      maxLeverage: 20,
      maxSlippage: rate('0.5'),
      instruments: [{ instrument: 7, maxLots: asLots(0n) }],
    });
    expect(draft).toEqual({
      allocation: '20000',
      multiple: '1.5',
      stopLoss: '500.25',
      maxLeverage: '20',
      maxSlippage: '0.5',
      limits: [{ instrument: 7, maxLots: '0.00' }],
    });
    expect(choiceOf(draft)).toEqual({
      allocation: '20000',
      multiple: '1.5',
      stopLoss: '500.25',
      maxLeverage: 20,
      maxSlippage: '0.5',
      instruments: [{ instrument: 7, maxLots: '0.00' }],
    });
  });

  it('need an amount; a loss and a leverage may be absent', () => {
    expect([...invalidFields(FIRST_DRAFT)]).toEqual(['allocation']);
    expect(choiceOf(FIRST_DRAFT)).toBeUndefined();
    expect(choiceOf({ ...FIRST_DRAFT, allocation: '100' })).toMatchObject({
      allocation: '100',
      stopLoss: undefined,
      maxLeverage: undefined,
    });
  });

  it.each([
    ['allocation', '0'],
    ['allocation', '-5'],
    ['multiple', ''],
    ['stopLoss', 'much'],
    ['maxLeverage', '2.5'],
    ['maxSlippage', '0'],
  ] as const)('refuse %s of "%s"', (field, typed) => {
    const draft = { ...FIRST_DRAFT, allocation: '100', [field]: typed };
    expect([...invalidFields(draft)]).toEqual([field]);
    expect(choiceOf(draft)).toBeUndefined();
  });

  it('refuse a limit that is no number of lots', () => {
    expect(choiceOf(limited(''))).toBeUndefined();
    expect(choiceOf(limited('-1'))).toBeUndefined();
    expect(choiceOf(limited('0'))?.instruments).toEqual([{ instrument: 7, maxLots: '0' }]);
  });
});
