import { defineConfig } from 'vitest/config';

/** What is waited for may take a busy machine longer than the second that is the default of `expect.poll`. */
const PATIENCE = { poll: { timeout: 15_000 } };

// Three kinds of tests: rules and components, the whole server on a real PostgreSQL, journeys in a real browser.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // One kind after the other: each has its own idea of how many may run at once.
          sequence: { groupOrder: 0 },
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'apps/*/src/**/*.test.{ts,tsx}', 'tools/src/**/*.test.ts'],
          testTimeout: 30_000,
          expect: PATIENCE,
        },
      },
      {
        test: {
          name: 'server',
          sequence: { groupOrder: 1 },
          include: ['apps/server/tests/**/*.test.ts'],
          globalSetup: ['apps/server/tests/support/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: PATIENCE,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'e2e',
          // A browser, a server and a database share the machine: what fails once is tried again, and reported as retried.
          retry: 2,
          sequence: { groupOrder: 2 },
          include: ['e2e/src/**/*.test.ts'],
          globalSetup: ['e2e/src/support/global-setup.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: PATIENCE,
          // A journey mostly waits: two files at once, each with a server and a browser of its own.
          maxWorkers: 2,
        },
      },
    ],
  },
});
