import { describe, expect, it } from 'vitest';
import { writtenDirection } from './written.ts';

describe('the direction of a text by users', () => {
  it.each([
    ['EURUSD: سعر الدخول 1.08500 ← وقف الخسارة 1.08000؟', 'rtl'],
    ['XAUUSD قیمت را ببینید https://example.com/order?id=12&from=here', 'rtl'],
    ['https://example.com/a?b=1 انظر', 'rtl'],
    ['XAUUSD السعر -12.50 USD؟', 'rtl'],
    ['EUR/USD', 'ltr'],
    ['What does وقف الخسارة mean on this ticket?', 'ltr'],
    ['Metals close at 18:00 UTC.', 'ltr'],
    ['שלום', 'rtl'],
    ['価格は？', 'ltr'],
    ['-250.00', 'ltr'],
    ['+44 20 7946 0958', 'ltr'],
  ])('%s is %s', (text, direction) => {
    expect(writtenDirection(text)).toBe(direction);
  });

  it.each(['', '   ', '؟', '…'])('is unknown for “%s”', (text) => {
    expect(writtenDirection(text)).toBeUndefined();
  });
});
