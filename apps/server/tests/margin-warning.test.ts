import { lots, money } from '@fairlot/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { helpText } from '../src/features/margin/help.ts';
import { MarginWarningStore } from '../src/features/margin/queries.ts';
import { MarginWatch } from '../src/features/margin/watch.ts';
import type { ListedInstrument } from '../src/market/port.ts';
import { Outbox } from '../src/messages/outbox.ts';
import { UserNotices } from '../src/messages/user-notices.ts';
import { wallClock } from '../src/platform/clock.ts';
import { createLog } from '../src/platform/log.ts';
import { testHostScope } from './support/test-host-scope.ts';
import { buy } from './support/test-host.ts';

const on = testHostScope();
const pushed: [account: number, help: string][] = [];
/** Equity is 150 − 0.30 fee − 41 against a margin of 110.01; a hundredth of a lot frees 11.00. */
const HELP = 'Close 0.01 lots of EUR/USD, or add 1.32 USD, to get above 100%.';
let watch: MarginWatch;

function newWatch(): MarginWatch {
  const db = on.database.kysely;
  const outbox = new Outbox({
    db,
    mail: undefined,
    sms: undefined,
    siteTitle: () => 'Harbour',
    clock: wallClock,
    log: createLog('silent'),
  });
  return new MarginWatch({
    store: new MarginWarningStore(db, new UserNotices(outbox, () => Promise.resolve(''))),
    trading: on.testHost.host,
    market: {
      instrument: () => ({ displayCode: 'EUR/USD', lotStep: lots('0.01'), minLots: lots('0.01') }) as ListedInstrument,
      isOpen: () => true,
    },
    levels: () => ({ warning: 100, stopOut: 50 }),
    clock: wallClock,
    log: createLog('silent'),
    onWarned: (account, call) => pushed.push([account, helpText(call, 'en')]),
  });
}

/** An account with 150 dollars and a tenth of a lot, whose margin is 110 dollars: a pip is a dollar. */
async function openExposed(kind: 'real' | 'demo', email: string): Promise<number> {
  const { rows } = await on.database.pool.query<{ id: string }>(
    `insert into users (kind, email, password_hash, demo_hash, invite_code, language) values ($1, $2, $3, $4, gen_random_uuid()::text, 'de') returning id`,
    kind === 'real' ? [kind, email, 'x', null] : [kind, null, null, Buffer.from(email)],
  );
  const account = Number(rows[0]?.id);
  const { host } = on.testHost;
  await host.submit({ type: 'openAccount', account, key: 'open', kind });
  if (kind === 'real')
    await host.submit({ type: 'deposit', account, key: 'money', amount: money('150'), reference: account });
  const outcome = await host.submit({
    ...buy(account, 'buy'),
    ...(kind === 'demo' ? { lots: buy(1, '').lots * 900n } : {}),
  } as ReturnType<typeof buy>);
  expect(outcome.ok).toBe(true);
  return account;
}

const mails = async (to: string) =>
  (
    await on.database.pool.query<{ subject: string; body: string }>(
      'select subject, body from outbox where recipient = $1',
      [to],
    )
  ).rows;
const at = async (bid: string): Promise<void> => {
  on.testHost.quote(bid, (Number(bid) + 0.0001).toFixed(5));
  await watch.checkAll();
};

beforeAll(async () => {
  watch = newWatch();
  await watch.start();
});
afterAll(() => watch.stop());

it('reaches a real account once per crossing, by mail and push, restarts included', async () => {
  const account = await openExposed('real', 'low@example.com');
  await openExposed('demo', 'demo');
  await at('1.10000');
  expect(await mails('low@example.com')).toEqual([]);
  await at('1.09600');
  expect(await mails('low@example.com')).toMatchObject([
    { subject: 'Das Margin-Level ist niedrig', body: expect.stringContaining('oder zahlen Sie') },
  ]);
  await at('1.09650');
  await at('1.09580');
  await watch.stop();
  watch = newWatch();
  await watch.start();
  await at('1.09570');
  expect(await mails('low@example.com')).toHaveLength(1);
  await at('1.09700');
  await at('1.09600');
  expect(await mails('low@example.com')).toHaveLength(2);
  expect(pushed).toEqual([
    [account, HELP],
    [account, HELP],
  ]);
});

it('ends with the positions', async () => {
  const { rows } = await on.database.pool.query<{ id: string; account: string }>(
    `select id, account from orders where status = 'open'`,
  );
  for (const { id, account } of rows)
    await on.testHost.host.submit({
      type: 'closePosition',
      account: Number(account),
      key: `close ${id}`,
      order: Number(id),
    });
  await watch.checkAll();
  expect((await on.database.pool.query('select 1 from margin_warnings')).rows).toEqual([]);
});
