import { type InstrumentId, price } from '@fairlot/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOW, USDJPY, events, fixture, place, quote, startEngine, terms } from './engine.test-support.ts';
import { restoreEngine } from './index.ts';

const GERJPY = 3 as InstrumentId;
const LATER = NOW + 60_000;
const tick = (bid: string, ask: string, time = LATER) => fixture.engine.onQuote(quote(GERJPY, bid, ask, time), time);
const rate = (time = LATER) => fixture.engine.onQuote(quote(USDJPY, '150.000', '150.010', time), time);

beforeEach(() => {
  startEngine();
  const conversion = { instrument: USDJPY as InstrumentId, inverse: true };
  const instrument = terms(GERJPY, { pricePrecision: 3, quoteCurrency: 'JPY', conversion });
  fixture.engine.submit({ type: 'defineInstrument', time: NOW, instrument });
  fixture.engine.setOpen(GERJPY, true);
  tick('100.000', '100.010', NOW);
});

const position = () => place({ instrument: GERJPY, stopLoss: price('99') });

describe('while the rate of an instrument is not one to deal on', () => {
  it.each(['stale', 'in doubt', 'restored'])('its orders wait for its next quote: %s', (why) => {
    const stopped = position();
    const pending = place({ instrument: GERJPY, target: price('98.5') });
    if (why !== 'stale') rate();
    if (why === 'in doubt') fixture.engine.setDoubt(USDJPY, true);
    if (why === 'restored') {
      fixture.engine = restoreEngine(fixture.engine.image());
      for (const id of [GERJPY, USDJPY]) fixture.engine.setOpen(id, true);
    }
    expect(tick('98.000', '98.010')).toEqual([]);
    if (why === 'in doubt') fixture.engine.setDoubt(USDJPY, false);
    rate();
    const rows = tick('98.001', '98.011');
    expect(events(rows, 'positionClosed')).toMatchObject([{ order: stopped, price: price('98.001') }]);
    expect(events(rows, 'positionOpened')).toMatchObject([{ order: pending }]);
  });

  it('no position of it is stopped out at a stale rate', () => {
    place({ instrument: GERJPY, leverage: 500 });
    expect(tick('80.000', '80.010')).toEqual([]);
    expect(events(rate(), 'positionClosed')).toMatchObject([{ reason: 'stop_out' }]);
  });

  it('its orders fire at the last rate of a closed session', () => {
    const stopped = position();
    fixture.engine.setOpen(USDJPY, false);
    expect(events(tick('98.000', '98.010'), 'positionClosed')).toMatchObject([{ order: stopped }]);
  });
});
