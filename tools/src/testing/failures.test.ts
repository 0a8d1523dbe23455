import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { withoutSettings } from './without-settings.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

const FILE = `
import { afterAll, describe, expect, it } from 'vitest';
describe('a group', () => {
  afterAll(() => { throw new Error('the server did not stop'); });
  it('passes', () => undefined);
  it('fails', () => expect(1).toBe(2));
  it.skip('is skipped', () => undefined);
});
`;

it('names the tests that failed or were skipped, and says what a failed hook said', () => {
  // Inside the clone, so that the file finds the test runner.
  const cache = join(ROOT, 'node_modules/.cache/fairlot');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'failures-'));
  try {
    const report = join(folder, 'report');
    writeFileSync(join(folder, 'one.test.mjs'), FILE);
    writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {};\n');
    const run = spawnSync(
      process.execPath,
      [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder, `--reporter=${ROOT}/tools/failures.mjs`],
      { env: { ...withoutSettings(process.env), FAIRLOT_TEST_REPORT: report }, encoding: 'utf8' },
    );
    expect(run.status).toBe(1);
    const said = readFileSync(report, 'utf8');
    expect(said).toMatch(/^1 1\nfailed: .*one\.test\.mjs, a group\n {4}Error: the server did not stop\n/u);
    expect(said).toMatch(/\nfailed: .*one\.test\.mjs: a group > fails\n {4}AssertionError: expected 1 to be 2/u);
    expect(said).toMatch(/\nskipped: .*one\.test\.mjs: a group > is skipped\n/u);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
