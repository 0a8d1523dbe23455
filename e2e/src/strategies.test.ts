import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApi, randomKey, systemClock } from '@fairlot/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Strategy } from '../../apps/strategies/src/strategy.ts';
import { Trader } from '../../apps/strategies/src/trader.ts';
import { startFairlot } from './support/fairlot.ts';
import type { Fairlot } from './support/fairlot.ts';

let fairlot: Fairlot;
beforeAll(async () => {
  fairlot = await startFairlot();
});
afterAll(() => fairlot.stop());

/** Opens where nothing is held and closes what is held: the rest is the trader's work. */
const restless: Strategy = {
  name: 'trend',
  instruments: ['EURUSD', 'USDJPY', 'NOWHERE'],
  looksBack: 30,
  decide: (_bars, held) =>
    held === undefined ? { do: 'open', direction: 'sell', stop: 0.01, target: 0.02 } : { do: 'close' },
};

it('a sample strategy trades on its own demo account, also after it was started anew', async () => {
  const demoKey = randomBytes(32).toString('base64url');
  const warnings: string[] = [];
  const trader = (): Trader =>
    new Trader({ strategy: restless, baseUrl: fairlot.url, demoKey, fetch, warn: (message) => warnings.push(message) });
  await trader().pulse();
  let token: string | null = null;
  const api = createApi({
    baseUrl: fairlot.url,
    lang: () => 'en',
    token: () => token,
    fetch,
    clock: systemClock,
    newKey: randomKey,
    log: { warn: (message) => warnings.push(message) },
  });
  ({ token } = await api.call('createDemo', {}, { key: demoKey }));
  const holding = (await api.call('myDeal', { status: '1' })).data;
  expect(holding.map(({ ForexTradeLists }) => ForexTradeLists.Code)).toContain('EURUSD');
  for (const order of holding) {
    expect(order.OrderType).toBe(2);
    expect(Number(order.TargetLossPrice)).toBeGreaterThan(Number(order.Price));
    expect(Number(order.TargetProfitPrice)).toBeLessThan(Number(order.Price));
  }
  // Another process in its place, on the same bar: it knows the account, and what it holds.
  await trader().pulse();
  expect(
    (await api.call('myDeal', { status: '1' })).data.filter(({ ForexTradeLists }) => ForexTradeLists.Code === 'EURUSD'),
  ).toEqual([]);
  const { data: history } = await api.call('myDeal', { status: '3' });
  expect(
    history.filter(({ ForexTradeLists }) => ForexTradeLists.Code === 'EURUSD').map(({ EndReason }) => EndReason),
  ).toEqual(['client']);
  expect(warnings).toEqual([]);
});

it('npm start runs them beside the server, labelled, and they end with it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fairlot-strategies-'));
  const pages = fileURLToPath(new URL('../../apps/trader/dist', import.meta.url));
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('FAIRLOT_')));
  const server = spawn(process.execPath, [fileURLToPath(new URL('../../tools/start.mjs', import.meta.url))], {
    env: {
      ...inherited,
      PORT: '0',
      HOST: '127.0.0.1',
      FAIRLOT_DATA_DIR: folder,
      FAIRLOT_PAGES_DIR: pages,
      FAIRLOT_LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => {
    server.once('exit', resolve);
  });
  try {
    const url = await new Promise<string>((resolve) => {
      server.stdout.on('data', (chunk: Buffer) => {
        const open = /Fairlot is open at (\S+)/.exec(chunk.toString())?.[1];
        if (open !== undefined) resolve(open);
      });
    });
    const api = createApi({
      baseUrl: url,
      lang: () => 'en',
      token: () => null,
      fetch,
      clock: systemClock,
      newKey: randomKey,
      log: { warn: () => undefined },
    });
    const labels = async (): Promise<readonly string[]> =>
      (await api.call('followList', {})).data.map(({ user }) => `${user.strategy} ${user.is_demo}`);
    await expect
      .poll(async () => (await labels()).toSorted(), { timeout: 60_000, interval: 500 })
      .toEqual(['breakout 1', 'mean_reversion 1', 'trend 1']);
  } finally {
    server.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
});
