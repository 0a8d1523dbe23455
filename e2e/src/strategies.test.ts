import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createApi, uniqueKey, systemClock } from '@fairlot/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Strategy } from '../../apps/strategies/src/strategy.ts';
import { Trader } from '../../apps/strategies/src/trader.ts';
import { removeFolder } from '../../tools/leftovers.mjs';
import { guard } from '../../tools/src/testing/guard.ts';
import { startFairlot } from './support/fairlot.ts';
import type { Fairlot } from './support/fairlot.ts';

let fairlot: Fairlot;
beforeAll(async () => {
  fairlot = await startFairlot();
});
afterAll(() => fairlot.stop());

/** Opens a position if there is none, and closes it otherwise. */
const toggling: Strategy = {
  name: 'trend',
  instruments: ['EURUSD', 'USDJPY', 'NOWHERE'],
  looksBack: 30,
  decide: (_bars, held) =>
    held === undefined ? { do: 'open', direction: 'sell', stop: 0.01, target: 0.02 } : { do: 'close' },
};

it('a sample strategy trades on its own demo account, also after a restart', async () => {
  const demoKey = randomBytes(32).toString('base64url');
  const warnings: string[] = [];
  const trader = (): Trader =>
    new Trader({ strategy: toggling, baseUrl: fairlot.url, demoKey, fetch, warn: (message) => warnings.push(message) });
  await trader().pulse();
  let token: string | null = null;
  const api = createApi({
    baseUrl: fairlot.url,
    lang: () => 'en',
    token: () => token,
    fetch,
    clock: systemClock,
    newKey: uniqueKey,
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
  // Another process takes over on the same bar: it finds the account and its positions.
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

it('npm start runs them as a child process, labelled as samples, and they end with the server', async () => {
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
  guard().add('folder', folder);
  guard().add('pid', server.pid ?? 0);
  const ended = new Promise<void>((resolve) => {
    server.once('exit', () => resolve());
  });
  try {
    const url = await addressIn(server.stdout);
    const api = createApi({
      baseUrl: url,
      lang: () => 'en',
      token: () => null,
      fetch,
      clock: systemClock,
      newKey: uniqueKey,
      log: { warn: () => undefined },
    });
    const labels = async (): Promise<readonly string[]> =>
      (await api.call('followList', {})).data.map(({ user }) => `${user.strategy} ${user.is_demo}`);
    await expect
      .poll(async () => (await labels()).toSorted(), { timeout: 120_000, interval: 500 })
      .toEqual(['breakout 1', 'mean_reversion 1', 'trend 1']);
  } finally {
    server.kill('SIGTERM');
    await ended;
    guard().release('pid', server.pid ?? 0);
    await removeFolder(folder);
  }
});

/** Reads the address from the output of `npm start`. Throws if it ends without one. */
async function addressIn(output: Readable): Promise<string> {
  let printed = '';
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    printed += String(chunk);
    const address = /^{.*"url":"([^"]+)".*}$/m.exec(printed)?.[1];
    if (address === undefined) continue;
    // Discards the rest of the output, because a full pipe would block the server.
    output.resume();
    return address;
  }
  throw new Error(`npm start ended: ${printed}`);
}
