import { lots, price, rate, versionedTerms } from '@fairlot/domain';
import type { Group } from '@fairlot/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { storedTerms } from '../src/trading/journal/terms-versions.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { createTestDatabase } from './support/database.ts';
import { EURUSD, RULES, buy, openAccount, startTestHost } from './support/test-host.ts';

const testDatabase = await createTestDatabase();
let database: Database;
beforeAll(async () => {
  database = await testDatabase.open();
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const CLUB = 5;
const MARKUP = { bid: price('0.00002'), ask: price('0.00003') };
const PER_LOT = { mode: 'perLot', rate: rate('7') } as const;
const define = (terms: Omit<Group['terms'][number], 'instrument'>) =>
  ({
    type: 'defineGroup',
    group: { id: CLUB, stopOutPercent: 80, terms: [{ instrument: EURUSD.id, ...terms }] },
  }) as const;
const findings = async () => (await verifyShard(database.pool, 0)).shown;
const query = (text: string) => database.pool.query<{ id: bigint; terms_version: string | null }>(text);
const stored = async () => {
  const { rows } = await query('select id, terms_version from orders order by id');
  return rows.map((row) => row.terms_version);
};

it('an order keeps the terms of its placing or its last move, and the journal proves them', async () => {
  const { host } = await startTestHost(database);
  await host.submit(define({ markup: MARKUP, commission: PER_LOT }));
  await host.submit({ ...openAccount(1), group: CLUB });
  await host.submit(openAccount(2));
  const waiting = { target: price('1.05'), lots: lots('0.1') };
  // 1: at the market. 2: moved under the next terms. 3: left waiting. 4: by the instrument's own terms.
  await host.submit(buy(1, 'now'));
  for (const key of ['moved', 'left']) await host.submit({ ...buy(1, key), ...waiting });
  await host.submit(buy(2, 'plain'));
  await host.submit(
    define({ markup: { bid: price('0.00001'), ask: price('0.00009') }, swap: { ...EURUSD.swap, long: rate('0') } }),
  );
  const { rows } = await query(`select id from orders where target is not null order by id`);
  await host.submit({
    type: 'amendOrder',
    account: 1,
    key: 'move',
    order: Number(rows[0]?.id),
    target: price('1.06'),
    stops: 'kept',
  });

  const club = { ...RULES, stopOutPercent: 80 };
  const before = versionedTerms(EURUSD, club, { markup: MARKUP, commission: PER_LOT });
  // The move keeps the markup of the placing, and has the fee and the swap of now.
  const moved = versionedTerms({ ...EURUSD, swap: { ...EURUSD.swap, long: rate('0') } }, club, { markup: MARKUP });
  const plain = versionedTerms(EURUSD, RULES);
  expect(await stored()).toEqual([before, moved, before, plain].map(({ version }) => version));
  const versions = await database.pool.query<{ version: string; terms: string }>(
    'select version, terms from terms_versions where shard = 0 and instrument = 1',
  );
  expect(new Map(versions.rows.map(({ version, terms }) => [version, { version, ...storedTerms(terms) }]))).toEqual(
    new Map([before, moved, plain].map((terms) => [terms.version, terms])),
  );
  expect(await findings()).toEqual([]);
  await host.stop();

  // After a start every version is written again, which changes nothing.
  const again = await startTestHost(database);
  await again.host.submit(buy(2, 'after'));
  expect((await stored()).at(-1)).toBe(plain.version);
  expect(await findings()).toEqual([]);
  await again.host.stop();
});

it('verification notices another version, other terms of a version, and an order without one', async () => {
  const [first, , , fourth] = await stored();
  const { rows } = await query('select id from orders order by id');
  const [id, last] = [rows[0]?.id, rows.at(-1)?.id];
  await query(`update orders set terms_version = '${fourth}' where id = ${id}`);
  expect(await findings()).toEqual([expect.stringContaining(`order ${id}: its terms are`)]);
  await query(`update orders set terms_version = '${first}' where id = ${id}`);
  await query(`update orders set terms_version = null where id = ${last}`);
  expect(await findings()).toEqual([expect.stringContaining(`order ${last} has no version`)]);
  await query(`update orders set terms_version = '${fourth}' where id = ${last}`);
  await query(`update terms_versions set terms = replace(terms, '"stopOutPercent":50', '"stopOutPercent":40')`);
  expect(await findings()).toEqual([
    expect.stringContaining('its terms are'),
    expect.stringContaining('its terms are'),
  ]);
  // Orders from before versions were stored have none.
  await query('update orders set terms_version = null');
  expect(await findings()).toEqual([]);
});
