import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { bundle } from '../../tools/bundle.mjs';
import { processesIn } from '../../tools/leftovers.mjs';
import { startFairlotFrom } from './support/server.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fairlot-failed-start-')));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

it('a server that fails to start after opening its database leaves neither PostgreSQL nor data behind', async () => {
  const program = await bundle('apps/server/tests/support/hold-database.ts');
  vi.stubEnv('TMPDIR', folder);
  await expect(startFairlotFrom(program, {}, 4_000)).rejects.toThrow('did not start within 4 s');
  expect(readdirSync(folder)).toEqual([]);
  expect(processesIn(folder)).toEqual([]);
});
