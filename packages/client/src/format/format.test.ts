import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createPercentFormat,
  formatAmount,
  formatCount,
  formatLeverage,
  formatLotsText,
  formatMoneyText,
  formatRatio,
  formatResult,
  formatResultAmount,
  moneyDecimals,
  signOf,
} from './figures.ts';
import { codeDigits, latinDigits, readFigure } from './input.ts';
import { formatPriceText } from './price.ts';
import { createTimeFormat } from './time.ts';

describe('figures', () => {
  it('of money have six decimals as details of orders only, and two everywhere for those who want it', () => {
    expect([moneyDecimals('detail', false), moneyDecimals('sum', false)]).toEqual([6, 2]);
    expect([moneyDecimals('detail', true), moneyDecimals('sum', true)]).toEqual([2, 2]);
  });
  it.each([
    ['0', '0.00'],
    ['1234567.891', '1,234,567.89'],
    ['-1234.5', '−1,234.50'],
    ['999.995', '1,000.00'],
    ['0.005', '0.00'],
    ['0.015', '0.02'],
    ['-0.001', '0.00'],
    ['123', '123.00'],
    ['100000', '100,000.00'],
    ['', '–'],
    ['abc', '–'],
  ])('money %s is %s', (value, text) => {
    expect(formatMoneyText(value)).toBe(text);
  });

  it('have six decimals for margins and results', () => {
    expect(formatMoneyText('1086.61', 6)).toBe('1,086.610000');
    expect(formatResult('0.000001', 6)).toBe('+0.000001');
  });

  it('carry a sign for gains and losses, none for zero', () => {
    expect(['12', '-12', '0', '-0.004'].map((value) => formatResult(value))).toEqual([
      '+12.00',
      '−12.00',
      '0.00',
      '0.00',
    ]);
    expect(['5', '-5', '−5.00%', '−%5.00', '+5.00%', '0.000', '-0', null].map(signOf)).toEqual([
      1, -1, -1, -1, 1, 0, 0, 0,
    ]);
  });

  it('show a dash, never zero, when unknown', () => {
    for (const format of [
      formatMoneyText,
      formatResult,
      formatRatio,
      createPercentFormat('%0').percent,
      createPercentFormat('0%').change,
    ])
      expect([format(null), format(undefined)]).toEqual(['–', '–']);
  });

  it('format lots and counts', () => {
    expect(['0.1', '1', '0.015', '1200'].map(formatLotsText)).toEqual(['0.10', '1.00', '0.015', '1,200.00']);
    expect(formatCount('100000')).toBe('100,000');
  });

  it('format leverage as the ticket offers it', () => {
    expect([100, '23.50', '10.00', '1000'].map(formatLeverage)).toEqual(['1:100', '1:23.5', '1:10', '1:1,000']);
  });

  it('keep the currency code on the same line as the amount', () => {
    expect(formatAmount('-1234.5')).toBe('−1,234.50\u00A0USD');
    expect(formatResultAmount('12', 6)).toBe('+12.000000\u00A0USD');
  });
});

describe('percentages', () => {
  it.each([
    ['0%', '1,050.50%', '+0.53%', '−1.20%', '0.00%', '61.8%'],
    ['0\u00A0%', '1,050.50\u00A0%', '+0.53\u00A0%', '−1.20\u00A0%', '0.00\u00A0%', '61.8\u00A0%'],
    ['%0', '%1,050.50', '+%0.53', '−%1.20', '%0.00', '%61.8'],
  ])('put the sign of the figure first in the pattern %s', (pattern, ratio, gain, loss, nothing, written) => {
    const { percent, change, ofFigure } = createPercentFormat(pattern);
    expect([percent('1050.5'), change('0.531'), change('-1.2'), change('-0.001'), ofFigure('61.8')]).toEqual([
      ratio,
      gain,
      loss,
      nothing,
      written,
    ]);
  });
});

describe('prices', () => {
  it.each([
    ['1.08652', 5, '1.08652'],
    ['151.2', 3, '151.200'],
    ['39123.4', 1, '39123.4'],
    ['33801', 0, '33801'],
    ['1.1', 5, '1.10000'],
    ['1600000000', 0, '1600000000'],
    ['0.000012345678', 12, '0.000012345678'],
  ])('%s with %i decimals reads %s', (value, precision, text) => {
    expect(formatPriceText(value, precision)).toBe(text);
  });

  it('show a dash when absent', () => {
    for (const value of ['0', '0.000', null, undefined, 'x', '-1']) expect(formatPriceText(value, 5)).toBe('–');
  });
});

describe('dates and times', () => {
  const MOMENT = Date.UTC(2026, 10, 20, 14, 5, 9);
  const TAGS = [
    'zh-Hant-HK',
    'en',
    'ja',
    'ko',
    'th',
    'vi',
    'fr',
    'de',
    'ru',
    'es',
    'pt',
    'ar',
    'it',
    'tr',
    'id',
    'ms',
    'hi',
    'cs',
    'fa',
    'fi',
    'et',
  ];

  it('prepares a format when it is first used, and once', () => {
    const Format = Intl.DateTimeFormat;
    const made = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function make(...given) {
      return new Format(...given);
    });
    onTestFinished(() => made.mockRestore());
    const format = createTimeFormat('en', 'UTC');
    expect(made).not.toHaveBeenCalled();
    format.time(0);
    format.time(1000);
    expect(made).toHaveBeenCalledOnce();
  });

  it.each(TAGS)('have Latin digits, Gregorian years and 24 hours in %s', (tag) => {
    const format = createTimeFormat(tag, 'UTC');
    for (const text of [format.date(MOMENT), format.dateTime(MOMENT)]) expect(text).toContain('2026');
    expect(format.dateTime(MOMENT)).toMatch(/14.05.09/u);
    const all = format.date(MOMENT) + format.dateTime(MOMENT) + format.short(MOMENT) + format.weekday(MOMENT);
    expect(all).not.toMatch(/(?![0-9])\p{Nd}/u);
    expect(createTimeFormat(tag, 'UTC').time(Date.UTC(2026, 0, 1, 0, 30))).toMatch(/00.30.00/u);
  });

  it.each(['ar', 'fa'])('run from right to left in %s when they include a time, in any context', (tag) => {
    const format = createTimeFormat(tag, 'UTC');
    for (const text of [format.dateTime(MOMENT), format.short(MOMENT)]) expect(text).toMatch(/^[\d/]*\u200F.*، /u);
  });

  it('name the day before the month in English', () => {
    const format = createTimeFormat('en', 'UTC');
    expect([format.date(MOMENT), format.dateTime(MOMENT), format.short(MOMENT)]).toEqual([
      '20 Nov 2026',
      '20/11/2026, 14:05:09',
      '20/11, 14:05',
    ]);
    expect([format.year(MOMENT), format.day(MOMENT), format.minute(MOMENT)]).toEqual(['2026', '20/11', '14:05']);
    expect(format.weekday(MOMENT)).toBe('Fri 14:05');
    expect([0, 3].map((day) => format.dayOfWeek(day))).toEqual(['Sunday', 'Wednesday']);
  });

  it('read the contract’s ISO times, and show a dash for an invalid one', () => {
    const format = createTimeFormat('en', 'Asia/Hong_Kong');
    expect(format.time('2026-11-20T14:05:09.000Z')).toBe('22:05:09');
    expect(format.time('never')).toBe('–');
  });
});

describe('readFigure and codeDigits', () => {
  it.each([
    ['1.5', '1.5'],
    ['1,5', '1.5'],
    [' 0.10 ', '0.10'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['007', '7'],
    ['0', '0'],
    ['١٫٥', '1.5'],
    ['۰٫۱۰', '0.10'],
    ['०.१', '0.1'],
    ['１．５', '1.5'],
  ])('%s is %s', (typed, plain) => {
    expect(readFigure(typed)).toBe(plain);
  });

  it('turn the digits of any keyboard into Latin ones', () => {
    expect(['۱۲۳۴۵۶', '١٢٣ ٤٥٦', 'code: 123456'].map(codeDigits)).toEqual(['123456', '123456', '123456']);
    expect(latinDigits('+۹۸ ۹۱۲ ۳۴۵ ۶۷۸۹ A')).toBe('+98 912 345 6789 A');
  });

  it.each(['', '.', ',', '-1', '+1', '1e3', '1.2.3', '1,234.5', '0x10', 'abc', '1 000', '∞', '1'.repeat(40)])(
    'reject %j',
    (typed) => {
      expect(readFigure(typed)).toBeUndefined();
    },
  );
});
