import { expect, it } from 'vitest';
import { ManualClock } from '../platform/manual-clock.testkit.ts';
import { createMarketClock } from './market-clock.ts';

const SERVER = 1_000_000;

it('runs with the device’s clock and never falls behind the server', () => {
  const device = new ManualClock();
  const market = createMarketClock(device);
  expect(market.now()).toBeUndefined();
  market.reached(SERVER);
  device.advance(500);
  expect(market.now()).toBe(SERVER + 500);
  market.reached(SERVER + 200);
  expect(market.now()).toBe(SERVER + 500);
  market.reached(SERVER + 900);
  expect(market.now()).toBe(SERVER + 900);
});

it('is corrected by the server after the device’s clock was moved', () => {
  const device = new ManualClock();
  const market = createMarketClock(device);
  market.reached(SERVER);
  device.sleep(3_600_000);
  market.reached(SERVER + 1_000);
  expect(market.now()).toBe(SERVER + 3_600_000);
  market.is(SERVER + 1_000);
  expect(market.now()).toBe(SERVER + 1_000);
});
