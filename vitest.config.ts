import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** `expect.poll` waits this long: its default of one second is too short on a busy machine. */
const PATIENCE = { poll: { timeout: 90_000 } };

/** Files that take longest, longest first: a worker that begins one of them last would run on alone. */
const LONGEST = [
  'e2e/src/access.test.ts',
  'e2e/src/sweep.test.ts',
  'e2e/src/limit-orders.test.ts',
  'e2e/src/money.test.ts',
  'e2e/src/office.test.ts',
  'e2e/src/chart.test.ts',
  'e2e/src/trade.test.ts',
  'e2e/src/pwa.test.ts',
  'e2e/src/alerts.test.ts',
  'apps/server/tests/npm-start.test.ts',
  'apps/server/tests/one-person-limit.test.ts',
  'apps/server/tests/live-history.test.ts',
  'apps/server/tests/email-change.test.ts',
  'apps/server/tests/bulk-messages-killed.test.ts',
  'apps/server/tests/push.test.ts',
  'apps/server/tests/upgrade.test.ts',
  'apps/server/tests/market-history.test.ts',
  'apps/server/tests/process.test.ts',
  'apps/server/tests/rewards.test.ts',
  'apps/server/tests/secrets.test.ts',
  'apps/server/tests/factor-reset.test.ts',
  'apps/server/tests/demo-limits.test.ts',
  'packages/engine/src/sim/mutation.test.ts',
  'apps/server/src/market/calendars/calendars.test.ts',
  'packages/engine/src/sim/simulation.test.ts',
];

/** The place of a file in LONGEST; files that are not in it share the last place. */
function rank({ moduleId }: TestSpecification): number {
  const at = LONGEST.indexOf(relative(import.meta.dirname, moduleId).replaceAll('\\', '/'));
  return at === -1 ? LONGEST.length : at;
}

/** A worker keeps its modules for the next file of the same project, so projects follow each other, the quick one first. */
const PROJECTS = ['unit', 'server', 'e2e'];

const turn = ({ project }: TestSpecification): number => PROJECTS.indexOf(project.name);

/** A seed that sets the order of the files, to find a test that depends on the files before it; unset: longest first. */
const ORDER = process.env['FAIRLOT_TEST_ORDER'];

const drawn = ({ moduleId }: TestSpecification): string =>
  createHash('sha256').update(`${ORDER} ${moduleId}`).digest('hex');

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place =
      ORDER === undefined
        ? (one: TestSpecification, other: TestSpecification) => rank(one) - rank(other)
        : (one: TestSpecification, other: TestSpecification) => (drawn(one) < drawn(other) ? -1 : 1);
    return (await super.sort(files)).toSorted((one, other) => turn(one) - turn(other) || place(one, other));
  }
}

/**
 * A test of the server and a journey wait a part of their time, so one more than two cores keeps both busy. All projects
 * have as many: they share one queue, and no worker is idle while a project ends.
 */
const WORKERS = Math.max(3, availableParallelism());

// The files of a worker share its modules (`isolate: false`): to load the server again for each took a fifth of the time.
// So no module keeps state that a caller can see; a server's state is in what `startServer` returns.
// Three projects: unit tests, tests of the whole server on a real PostgreSQL, journeys in a real browser.
export default defineConfig({
  test: {
    reporters: ['default', './tools/slowest.mjs'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'apps/*/src/**/*.test.{ts,tsx}', 'tools/src/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: PATIENCE,
          maxWorkers: WORKERS,
          isolate: false,
        },
      },
      {
        test: {
          name: 'server',
          setupFiles: ['tools/src/testing/moment.setup.ts'],
          include: ['apps/server/tests/**/*.test.ts'],
          globalSetup: ['apps/server/tests/support/global-setup.ts'],
          // Only ends what hangs: a busy machine takes its time.
          testTimeout: 600_000,
          hookTimeout: 300_000,
          expect: PATIENCE,
          maxWorkers: WORKERS,
          isolate: false,
        },
      },
      {
        test: {
          name: 'e2e',
          setupFiles: ['tools/src/testing/moment.setup.ts'],
          include: ['e2e/src/**/*.test.ts'],
          globalSetup: ['e2e/src/support/global-setup.ts'],
          // As above: each wait inside a test has its own limit.
          testTimeout: 900_000,
          hookTimeout: 300_000,
          expect: PATIENCE,
          // Each file has a server and a browser of its own.
          maxWorkers: WORKERS,
          isolate: false,
        },
      },
    ],
  },
});
