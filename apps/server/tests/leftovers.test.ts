import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bundle } from '../../../tools/bundle.mjs';
import { processesIn } from '../../../tools/leftovers.mjs';

it('removes the PostgreSQL and the folder of a killed test process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-leftovers-'));
  const program = await bundle('apps/server/tests/support/hold-database.ts');
  const child = spawn(process.execPath, [program, folder, 'guarded'], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  expect(processesIn(folder).length).toBeGreaterThan(0);
  child.kill('SIGKILL');
  await expect.poll(() => existsSync(folder), { timeout: 120_000 }).toBe(false);
  expect(processesIn(folder)).toEqual([]);
});
