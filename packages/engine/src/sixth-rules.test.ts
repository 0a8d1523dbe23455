import { DEFAULT_GROUPS, lots, money, price } from '@fairlot/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { ShardEngine } from './engine.ts';
import {
  EURUSD,
  NOW,
  USDJPY,
  events,
  fixture,
  place,
  quote,
  startEngine,
  submit,
  terms,
} from './engine.test-support.ts';
import { rulebookOf } from './core/rulebook.ts';
import { KeyMemory } from './keys/key-memory.ts';
import { type Applied, type HostCommand, restoreEngine } from './index.ts';
import { stateFrom } from './snapshot/restore.ts';

/** Puts an engine of the sixth rules in the place of the present one. Returns the check of rows that it has decided. */
function goBack(): (rows: readonly Applied[]) => void {
  const image = fixture.engine.image();
  fixture.engine = new ShardEngine(stateFrom(image, rulebookOf(6)), new KeyMemory(50), rulebookOf(6), 512);
  return (rows) => {
    expect(rows.every(({ rules }) => rules === 6)).toBe(true);
    const verifier = restoreEngine(image);
    expect(rows.map((row) => verifier.replay(row))).toEqual(rows);
    expect(verifier.stateHash()).toBe(fixture.engine.stateHash());
  };
}

function host(command: HostCommand): readonly Applied[] {
  const submission = fixture.engine.submit(command);
  return submission.kind === 'applied' ? submission.rows : [];
}

beforeEach(startEngine);

describe('rows of the sixth rules are replayed as they were decided', () => {
  it('a split removed partial levels below least lots that had been raised', () => {
    const order = place();
    const level = { level: 'stopLoss', lots: lots('0.1'), price: price('1.09') } as const;
    submit({ type: 'setPartialLevels', order, levels: [level] });
    fixture.engine.submit({ type: 'defineInstrument', time: NOW, instrument: terms(EURUSD, { minLots: lots('0.2') }) });
    const expectReplay = goBack();
    fixture.engine.setOpen(EURUSD, true);
    fixture.engine.onQuote(quote(EURUSD, '1.10000', '1.10010'), NOW);
    const rows = submit({ type: 'closePosition', order, lots: lots('0.4') });
    expect(events(rows, 'partialLevelsChanged')).toMatchObject([{ levels: [] }]);
    expectReplay(rows);
  });

  it('a pending order was moved, and filled, in an instrument that the group was no longer offered', () => {
    const order = place({ target: price('1.09') });
    fixture.engine.submit({
      type: 'defineGroup',
      time: NOW,
      group: { id: DEFAULT_GROUPS.demo, terms: [{ instrument: EURUSD, offered: false }] },
    });
    const expectReplay = goBack();
    fixture.engine.setOpen(EURUSD, true);
    fixture.engine.onQuote(quote(EURUSD, '1.10000', '1.10010'), NOW);
    const rows = submit({ type: 'amendOrder', order, target: price('1.1001'), stops: 'kept' });
    expect(events(rows, 'positionOpened')).toMatchObject([{ order }]);
    expectReplay(rows);
  });

  it('a position was stopped out at a stale rate', () => {
    const conversion = { instrument: USDJPY, inverse: true };
    const instrument = terms(3, { pricePrecision: 3, quoteCurrency: 'JPY', conversion });
    fixture.engine.submit({ type: 'defineInstrument', time: NOW, instrument });
    fixture.engine.setOpen(3, true);
    fixture.engine.onQuote(quote(3, '100.000', '100.010'), NOW);
    const order = place({ instrument: 3, leverage: 500 });
    const expectReplay = goBack();
    for (const id of [3, USDJPY]) fixture.engine.setOpen(id, true);
    fixture.engine.onQuote(quote(USDJPY, '150.000', '150.010'), NOW);
    const rows = fixture.engine.onQuote(quote(3, '80.000', '80.010', NOW + 60_000), NOW + 60_000);
    expect(events(rows, 'positionClosed')).toMatchObject([{ order, reason: 'stop_out' }]);
    expectReplay(rows);
  });

  it('a premium was charged for a guarantee at the price of the market, with the gap from the closing side', () => {
    fixture.engine.submit({
      type: 'defineGroup',
      time: NOW,
      group: {
        id: DEFAULT_GROUPS.demo,
        terms: [{ instrument: EURUSD, guarantee: { premium: price('0.0002'), distance: price('0.001') } }],
      },
    });
    const order = place({ stopLoss: price('1.095'), guaranteed: true });
    const opposite = place({ side: 'sell' });
    const expectReplay = goBack();
    fixture.engine.setOpen(EURUSD, true);
    fixture.engine.onQuote(quote(EURUSD, '1.10000', '1.10010'), NOW);
    const setDealing = { type: 'setDealing', time: NOW, instrument: EURUSD, staff: 1, memo: 'test' } as const;
    const rows = [...host({ ...setDealing, mode: 'halted' })];
    fixture.engine.onQuote(quote(EURUSD, '1.09490', '1.09510'), NOW);
    rows.push(...host({ ...setDealing, mode: 'normal' }), ...submit({ type: 'closeByOpposite', order, opposite }));
    expect(events(rows, 'positionClosed')).toMatchObject([
      { order, price: price('1.095'), guarantee: { marketPrice: price('1.0949'), gap: money('10') } },
      { order: opposite },
    ]);
    expectReplay(rows);
  });
});
