import { money } from '@fairlot/domain';
import { expect, it } from 'vitest';
import { DeposedError } from '../src/trading/journal/writer-session.ts';
import type { CommandDraft, HostOutcome, TradingHost } from '../src/trading/port.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { testHostScope } from './support/test-host-scope.ts';
import { type TestHost, buy, openAccount, startTestHost } from './support/test-host.ts';

const TAKEOVERS = 100;
const CLIENTS = 20;

const on = testHostScope();

/** Commands that clients repeat under the same key until some host answers them. */
class Workload {
  readonly answers = new Map<string, HostOutcome>();
  #host: TradingHost;
  #ending = false;

  constructor(host: TradingHost) {
    this.#host = host;
  }

  /** Sends the clients' next attempts to another host. */
  moveTo(host: TradingHost): void {
    this.#host = host;
  }

  start(): Promise<void[]> {
    return Promise.all(Array.from({ length: CLIENTS }, (_, index) => this.#trade(index + 1)));
  }

  end(): void {
    this.#ending = true;
  }

  async #trade(account: number): Promise<void> {
    await this.#answered(openAccount(account));
    for (let turn = 0; !this.#ending; turn += 1) {
      const placed = await this.#answered(buy(account, `buy-${turn}`));
      await this.#answered({ type: 'deposit', account, key: `in-${turn}`, amount: money('1'), reference: turn });
      if (placed.ok && placed.order !== undefined)
        await this.#answered({ type: 'closePosition', account, key: `close-${turn}`, order: placed.order });
    }
  }

  async #answered(draft: CommandDraft): Promise<HostOutcome> {
    for (;;) {
      const outcome = await this.#host.submit(draft).catch(() => undefined);
      if (
        outcome !== undefined &&
        (outcome.ok || (outcome.reason !== 'not_ready' && outcome.reason !== 'overloaded'))
      ) {
        this.answers.set(`${draft.account}:${draft.key}`, outcome);
        return outcome;
      }
      await new Promise((next) => setImmediate(next));
    }
  }
}

it('hands a working shard to another host a hundred times', async () => {
  let current: TestHost = on.testHost;
  const workload = new Workload(current.host);
  const trading = workload.start();
  for (let round = 1; round <= TAKEOVERS; round += 1) {
    const answered = workload.answers.size;
    await expect.poll(() => workload.answers.size > answered + CLIENTS || current.fatal.length > 0).toBe(true);
    expect(current.fatal, `round ${round}`).toEqual([]);
    const successor = await startTestHost(on.database);
    workload.moveTo(successor.host);
    // An idle writer would learn of its successor only with its next command.
    const late = current.host.submit(openAccount(CLIENTS + round)).catch(() => undefined);
    await expect.poll(() => current.fatal.length, { message: `the old writer of round ${round} ends` }).toBe(1);
    expect(current.fatal[0]).toBeInstanceOf(DeposedError);
    expect((await late)?.ok).not.toBe(true);
    await current.host.stop();
    expect(successor.fatal, `round ${round}`).toEqual([]);
    current = successor;
  }
  workload.end();
  await trading;

  const { rows } = await on.database.pool.query<{ name: string; outcome: string }>(
    `select account || ':' || key as name, outcome from journal where key is not null`,
  );
  const journalled = new Map(rows.map(({ name, outcome }) => [name, outcome]));
  expect(journalled.size).toBe(rows.length);
  expect(journalled).toEqual(new Map([...workload.answers].map(([name, outcome]) => [name, JSON.stringify(outcome)])));
  expect(current.fatal).toEqual([]);
  await current.host.stop();
  expect(await verifyShard(on.database.pool)).toMatchObject({ count: 0, shown: [] });
});
