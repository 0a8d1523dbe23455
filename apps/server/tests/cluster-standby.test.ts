import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../../tools/src/free-port.ts';
import type { RunningServer } from '../src/composition/server.ts';
import { type TestInstallation, startInstallation } from './support/installation.ts';
import { hasNats } from './support/nats.ts';
import { clientOf } from './support/server.ts';

const HOUSE = { FAIRLOT_ROLES: 'web,worker' };

let installation: TestInstallation;
let active: RunningServer;

beforeAll(async () => {
  if (!hasNats) return;
  installation = await startInstallation({ FAIRLOT_SESSIONS: 'always' });
  [, active] = await Promise.all([
    installation.start('dealing', { FAIRLOT_ROLES: 'market,trading' }),
    installation.start('house-a', HOUSE),
  ]);
});
afterAll(() => installation?.stop());

it.skipIf(!hasNats)(
  'a house that stands by answers its probes with a warning, and its calls once it takes over',
  async () => {
    const port = await freePort();
    const { raw, call } = clientOf(`http://127.0.0.1:${port}`);
    const started = installation.start('house-b', { ...HOUSE, PORT: String(port) });
    await expect
      .poll(() =>
        raw('/readyz').then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    expect(JSON.parse((await raw('/readyz')).text)).toEqual({
      status: 'ready',
      warnings: ['house-b stands by: it has no shard and no single role'],
    });
    expect((await raw('/healthz')).status).toBe(200);
    expect((await raw('/metrics')).text).toMatch(/^fairlot_role_held\{role="house"\} 0$/m);
    expect((await call('tradeList', {})).envelope.reason).toBe('not_ready');
    await active.stop();
    await started;
    expect((await call('tradeList', {})).envelope.reason).toBe('ok');
    expect((await raw('/metrics')).text).toMatch(/^fairlot_role_held\{role="house"\} 1$/m);
    expect((await raw('/readyz')).text).not.toContain('stands by');
  },
);
