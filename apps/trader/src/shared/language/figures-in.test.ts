import { describe, expect, it } from 'vitest';
import { figuresIn } from './figures-in.ts';

const found = (text: string): string[] => figuresIn(text).filter((_, index) => index % 2 === 1);

describe('figuresIn', () => {
  it.each([
    ['اتصل على +44 20 7946 0958.', ['+44 20 7946 0958']],
    ['0800 123-456 أو', ['0800 123-456']],
    ['الرسوم: -3.50 USD لكل لوت.', ['-3.50 USD']],
    ['−1,250.00 ثم 2% و1.5%، 18:00 UTC', ['−1,250.00', '2%', '1.5%', '18:00 UTC']],
    ['https://example.com/a-12?b=-3 في 2026-11-20', ['2026-11-20']],
    ['1. الهامش على EURUSD 1.08500 لا يتغير', []],
  ])('%s', (text, figures) => {
    expect(found(text)).toEqual(figures);
  });

  it('keeps every character', () => {
    const text = 'السعر 1.08500، +1.25% ← 2,650.40 USD؛ هاتف +98 21 1234 5678';
    expect(figuresIn(text).join('')).toBe(text);
  });
});
