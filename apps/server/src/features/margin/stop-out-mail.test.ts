import { MINUTE_MS } from '@fairlot/domain';
import type { Applied } from '@fairlot/engine';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StopOutMails } from './stop-out-mail.ts';
import type { StopOutPlace } from './stop-out-queries.ts';

const START = Date.parse('2026-11-20T10:00:00Z');

let clock: number;
/** Stop-outs in the tables, and those with a mail. */
let tables: StopOutPlace[];
let mailed: StopOutPlace[];
let committed: (rows: readonly Applied[]) => void;
let rolledBack: () => void;
let runs: number;
let mails: StopOutMails;

beforeEach(() => {
  clock = START;
  tables = [];
  mailed = [];
  runs = 0;
  const deps = {
    store: {
      after: ({ time, account }: StopOutPlace) =>
        Promise.resolve(tables.filter((each) => each.time > time || (each.time === time && each.account > account))),
      unmailed: (account: number, time: number) =>
        Promise.resolve(
          mailed.some((each) => each.account === account && each.time === time)
            ? []
            : [{ seq: 1n, account, time, events: [] }],
        ),
      lotsOf: () => Promise.resolve(new Map()),
      mail: ({ account, time }: StopOutPlace) => {
        mailed.push({ account, time });
        return Promise.resolve();
      },
      forgetOld: () => {
        runs += 1;
        return Promise.resolve();
      },
    },
    trading: {
      onCommitted: (listener: typeof committed) => {
        committed = listener;
        return () => undefined;
      },
      onRollback: (listener: typeof rolledBack) => {
        rolledBack = listener;
        return () => undefined;
      },
    },
    now: () => clock,
    log: { error: () => undefined },
  };
  mails = new StopOutMails(deps as unknown as ConstructorParameters<typeof StopOutMails>[0]);
  mails.start();
});
afterEach(() => mails.stop());

/** The machine stands still, and the first look after it finds nothing. */
async function standStill(): Promise<void> {
  await expect.poll(() => runs).toBe(1);
  clock = START + 20 * MINUTE_MS;
  await mails.run();
}

const row = (time: number): Applied => ({ command: { type: 'stopOut', time } }) as unknown as Applied;

it('mails a stop-out that was decided before the machine stood still, and committed after it', async () => {
  await standStill();
  const time = START + 1000;
  tables.push({ time, account: 7 });
  committed([row(time)]);
  await expect.poll(() => mailed).toEqual([{ time, account: 7 }]);
});

it('mails a stop-out that a recovery found, though the database was away for minutes', async () => {
  await standStill();
  const time = START + 1000;
  tables.push({ time, account: 8 });
  rolledBack();
  await expect.poll(() => mailed).toEqual([{ time, account: 8 }]);
});
