import { conversionOf, previewOrder } from '@fairlot/client';
import type { PreviewMarket } from '@fairlot/client';
import { absolute, lots, money, parseLots, price, rate } from '@fairlot/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_CONDITIONS } from '../form/conditions.ts';
import { freshDraft, toNewOrder, toOrderDraft, withSide, withSize } from './draft.ts';
import type { SizeDraft, TicketDraft } from './draft.ts';
import { settled, withAmount, withPrice, withUnit } from '../form/measure.ts';
import { typedTrailing } from '../form/trailing.ts';
import type { TrailingUnit } from '../form/trailing.ts';
import { changedDraft } from './judge-ticket.ts';
import { lotsOfShare, marginText, resolveTicket } from './resolve.ts';

const terms: PreviewMarket['instrument'] = {
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
  feeMode: 'perLot',
  feeRate: rate('3.5'),
  swap: { mode: 'points', long: rate('-7'), short: rate('3'), tripleWeekday: 3 },
  conversion: null,
  staleAfterMs: 10_000,
};
const at = (bid: string, ask: string): PreviewMarket => ({
  instrument: terms,
  quote: { instrument: 7, seq: 1, time: 0, bid: price(bid), ask: price(ask) },
  conversionQuote: undefined,
  dealing: undefined,
  standing: { balance: money('10000'), floatingProfit: money('0'), usedMargin: money('0'), reserved: money('0') },
});
const market = at('1.10000', '1.10010');
const fresh = freshDraft(terms);
const stop = { on: true, text: '1.09010' };
const sized = (size: SizeDraft, change: Partial<TicketDraft> = { stopLoss: stop }, of = market) =>
  resolveTicket({ ...fresh, size, ...change }, undefined, of);

describe('the size of a ticket', () => {
  it('follows from the risk and the stop, with the fee, and is rounded down', () => {
    // 1 % of 10,000 is 100; a lot loses 1,000 at the stop and costs 3.5: 0.0996… lots.
    const { draft, taken, problem } = sized({ by: 'percent', text: '1' });
    expect([draft.lots, taken, problem]).toEqual(['0.09', money('90.315'), undefined]);
    expect(sized({ by: 'money', text: '100,35' })).toMatchObject({ draft: { lots: '0.10' }, taken: money('100.35') });
  });
  it('says what is missing: an amount, the stop, or enough for the smallest order', () => {
    expect(sized({ by: 'money', text: '' }).problem).toEqual({ key: 'size_missing', field: 'size' });
    expect(sized({ by: 'percent', text: '0' }).problem).toEqual({ key: 'size_missing', field: 'size' });
    expect(sized({ by: 'money', text: '100' }, {}).problem).toEqual({ key: 'size_needs_stop', field: 'size' });
    expect(sized({ by: 'money', text: '5' }).problem).toEqual({
      key: 'size_too_small',
      value: '10.04\u00A0USD',
      field: 'size',
    });
    expect(sized({ by: 'percent', text: '1' }, { stopLoss: stop }, { ...market, standing: undefined }).problem).toEqual(
      {
        key: 'account_unknown',
      },
    );
  });
  it('by margin is the largest whose margin is not above the amount', () => {
    expect(sized({ by: 'margin', text: '111' }, {})).toMatchObject({ draft: { lots: '0.10' }, taken: money('110.01') });
  });
  it('by a share of the free margin leaves that share, and all of it is accepted', () => {
    const whole = lotsOfShare(fresh, undefined, market, 100);
    // 1 lot needs 1,100.10 of margin and 3.5.
    expect(whole).toBe(lots('9.06'));
    expect(lotsOfShare(fresh, undefined, market, 50)).toBe(lots('4.53'));
    expect(marginText(fresh, undefined, market, lots('9.06'))).toBe('9966.91');
    expect(sized({ by: 'margin', text: '9966.91' }, {}).draft.lots).toBe('9.06');
  });
  it('of a stop-limit order is within the reserve for its limit', () => {
    const limited = {
      ...fresh,
      mode: 'pending',
      target: '1.2',
      conditions: { ...NO_CONDITIONS, limit: '1.3' },
    } as const;
    // 1 lot reserves 1,300.00 of margin and 3.5.
    expect(lotsOfShare(limited, 'stop', market, 100)).toBe(lots('7.67'));
    expect(marginText(limited, 'stop', market, lots('1'))).toBe('1300.00');
  });
  it('keeps a stop in money out of a size that follows from the stop', () => {
    const draft = { ...fresh, stopLoss: { on: true, text: '1.09', unit: 'money', amount: '10' } } as const;
    expect(withSize(draft, { by: 'money', text: '100' }).stopLoss).toEqual({ on: true, text: '1.09' });
    expect(withSize(draft, { by: 'margin', text: '100' }).stopLoss).toEqual(draft.stopLoss);
  });
});

describe('a level in another unit', () => {
  const { measures } = resolveTicket({ ...fresh, lots: '0.50' }, undefined, market);
  const measure = measures.stopLoss;

  it('keeps its price when the unit is switched', () => {
    for (const unit of ['pips', 'money', 'percent'] as const)
      expect(withUnit(stop, unit, 'stopLoss', measure)).toMatchObject({ unit, text: stop.text });
    expect(withUnit(stop, 'pips', 'stopLoss', measure).amount).toBe('100');
    expect(withUnit(stop, 'money', 'stopLoss', measure).amount).toBe('500.00');
    const back = withUnit(withUnit(stop, 'money', 'stopLoss', measure), 'price', 'stopLoss', measure);
    expect(back).toEqual(stop);
  });
  it('follows the market until it is sent, on either side', () => {
    const pips = withAmount({ on: true, text: '', unit: 'pips' }, '12,5', 'stopLoss', measure);
    expect(pips.text).toBe('1.09885');
    const moved = resolveTicket({ ...fresh, stopLoss: pips }, undefined, at('1.20000', '1.20010'));
    expect(moved.draft.stopLoss.text).toBe('1.19885');
    const sold = withSide({ ...fresh, stopLoss: pips }, 'sell', price('1.1'), terms);
    expect(resolveTicket(sold, undefined, market).draft.stopLoss.text).toBe('1.10125');
  });
  it('takes the amount of the price to which its line is dragged', () => {
    const money50 = withAmount({ on: true, text: '', unit: 'money' }, '50', 'stopLoss', measure);
    const dragged = settled(withPrice(money50, '1.09810'), 'stopLoss', measure);
    expect(dragged).toEqual({ on: true, text: '1.09810', unit: 'money', amount: '100.00' });
  });
  it('that gives no price is a problem of its field', () => {
    for (const amount of ['', 'x', '999999999'])
      expect(
        resolveTicket({ ...fresh, stopLoss: { on: true, text: '1.09', unit: 'pips', amount } }, undefined, market)
          .problem,
      ).toEqual({ key: 'level_amount_invalid', field: 'stopLoss' });
  });
  it('in money never risks more than typed, with any size and side', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 1, max: 100_000 }),
        fc.constantFrom('buy' as const, 'sell' as const),
        (hundredths, cents, side) => {
          const amount = (cents / 100).toFixed(2);
          const level = { on: true, text: '', unit: 'money', amount } as const;
          const draft = { ...fresh, side, lots: (hundredths / 100).toFixed(2), stopLoss: level, takeProfit: level };
          const { draft: whole } = resolveTicket(draft, undefined, market);
          const { stopLoss, takeProfit } = previewOrder(toOrderDraft(whole, undefined), market);
          if (stopLoss !== undefined) expect(absolute(stopLoss.result) <= money(amount)).toBe(true);
          if (takeProfit !== undefined) expect(takeProfit.result >= money(amount)).toBe(true);
        },
      ),
      { numRuns: 500, seed: 9 },
    );
  });
  it('works for the target while the size follows from the stop', () => {
    const target = { on: true, text: '', unit: 'money', amount: '200' } as const;
    const { draft, measures: both } = sized({ by: 'money', text: '100.35' }, { stopLoss: stop, takeProfit: target });
    expect([draft.lots, both.stopLoss.volume, both.takeProfit.volume]).toEqual(['0.10', undefined, parseLots('0.10')]);
    expect(draft.takeProfit.text).toBe('1.12010');
  });
});

/** A ticket of 0.01 lots with a trailing distance typed at 1.10000. */
const trailed = (unit: TrailingUnit, text: string): TicketDraft => ({
  ...fresh,
  lots: '0.01',
  trailing: typedTrailing(unit, text, {
    terms,
    reference: price('1.1'),
    lots: lots('0.01'),
    conversion: conversionOf(market),
  }),
});
/** The distance that is sent after a change of the ticket. */
const sentAt = (draft: TicketDraft, change: Partial<TicketDraft>, of = market) => {
  const { measures } = resolveTicket(draft, undefined, market);
  const whole = resolveTicket(changedDraft(draft, change, measures), undefined, of).draft;
  return toNewOrder(whole, { id: 1, terms: 'v' }, undefined, undefined).trailing;
};

describe('a trailing distance', () => {
  it('in money follows the size', () => {
    expect(sentAt(trailed('money', '50'), {})).toBe('0.05000');
    expect(sentAt(trailed('money', '50'), { lots: '1.00' })).toBe('0.00050');
    const byMargin = { size: { by: 'margin', text: '111' } } as const;
    expect(sentAt(trailed('money', '50'), byMargin)).toBe('0.00500');
  });
  it('in per cent follows the price, and one in price stays', () => {
    expect(sentAt(trailed('percent', '1'), {}, at('1.20000', '1.20010'))).toBe('0.01200');
    expect(sentAt(trailed('price', '0.005'), { lots: '1.00' }, at('1.20000', '1.20010'))).toBe('0.00500');
  });
  it('stays while the size or the price is no figure', () => {
    expect(sentAt(trailed('money', '50'), { lots: '' })).toBe('0.05000');
    expect(sentAt(trailed('percent', '1'), {}, { ...market, quote: undefined })).toBe('0.01100');
  });
});
