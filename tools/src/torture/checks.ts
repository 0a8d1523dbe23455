import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TortureClient, Wish } from './client.ts';

/** Compares what the clients were told with the database, with what the API shows them now, and the database with itself. */
export async function check(
  clients: readonly TortureClient[],
  dataFolder: string,
  verifyProgram: string,
): Promise<string[]> {
  const problems: string[] = [];
  const database = await connect(dataFolder);
  try {
    const found = await Promise.all(
      clients.map(async (client) => [
        ...(await checkJournal(database, client)),
        ...(await checkOrders(database, client)),
      ]),
    );
    problems.push(...found.flat());
    const { rows } = await database.query<{
      total: string;
    }>(`select (select coalesce(sum(cash + order_reserve + withdrawal_hold), 0) from accounts)
      + (select coalesce(sum(case when credit_account < 0 then amount else 0 end - case when debit_account < 0 then amount else 0 end), 0) from transfers) as total`);
    if (rows[0]?.total !== '0')
      problems.push(`clients and house together own ${rows[0]?.total} micro-dollars instead of nothing`);
  } finally {
    await database.end();
  }
  const verify = spawnSync(process.execPath, [verifyProgram], {
    env: { ...process.env, FAIRLOT_DATA_DIR: dataFolder },
    encoding: 'utf8',
  });
  if (verify.status !== 0)
    problems.push(
      `verify ends with ${verify.status}: ${verify.stdout
        .split('\n')
        .filter((line) => /DIFF|NOT/.test(line))
        .join('; ')} ${verify.stderr}`,
    );
  return problems;
}

/** Opens the tortured server’s own database. */
export async function connect(dataFolder: string): Promise<Client> {
  const folder = join(dataFolder, 'postgres');
  const client = new Client({
    host: folder,
    port: 5432,
    user: 'fairlot',
    password: readFileSync(join(folder, 'fairlot.password'), 'utf8'),
    database: 'fairlot',
  });
  await client.connect();
  return client;
}

/** Every wish is in the journal once, under its key, with the outcome that its client was told. */
async function checkJournal(database: Client, client: TortureClient): Promise<string[]> {
  const { rows } = await database.query<{ key: string; outcome: string }>(
    `select key, outcome from journal where account = $1 and key is not null`,
    [client.account],
  );
  const journal = new Map(
    rows.map(({ key, outcome }) => [key, JSON.parse(outcome) as { ok: boolean; order?: number; reason?: string }]),
  );
  const problems: string[] = [];
  if (journal.size !== rows.length) problems.push(`account ${client.account} has keys twice in the journal`);
  for (const wish of client.wishes) {
    const outcome = journal.get(wish.key);
    journal.delete(wish.key);
    // What a feature refuses by itself never reaches the engine.
    if (outcome === undefined && wish.refusal !== undefined) continue;
    if (outcome === undefined) problems.push(`${describe(wish)} was acknowledged and is lost`);
    else if (outcome.ok !== (wish.refusal === undefined))
      problems.push(`${describe(wish)}: the journal says ${JSON.stringify(outcome)}`);
    else if (wish.what === 'place' && outcome.ok && outcome.order !== wish.order)
      problems.push(`${describe(wish)}: the journal has order ${outcome.order}`);
  }
  for (const key of journal.keys())
    if (/^[0-9a-f]{8}-/.test(key) && journal.get(key)?.order !== undefined)
      problems.push(`order under key ${key} of account ${client.account} was never acknowledged`);
  return problems;
}

/** The account has exactly the orders that were acknowledged, each as its client left it, in the tables and in the API. */
async function checkOrders(database: Client, client: TortureClient): Promise<string[]> {
  const { rows } = await database.query<{
    id: string;
    status: string;
    reason: string | null;
    target: string | null;
    stop_loss: string | null;
    take_profit: string | null;
  }>('select id, status, reason, target::text, stop_loss::text, take_profit::text from orders where account = $1', [
    client.account,
  ]);
  const stored = new Map(rows.map((row) => [Number(row.id), row]));
  const problems: string[] = [];
  const placed = client.wishes.filter((wish) => wish.what === 'place' && wish.refusal === undefined);
  if (rows.length !== placed.length)
    problems.push(`account ${client.account} has ${rows.length} orders, ${placed.length} were acknowledged`);
  const ended = new Set(
    client.wishes
      .filter((wish) => (wish.what === 'close' || wish.what === 'cancel') && wish.refusal === undefined)
      .map(({ order }) => order),
  );
  // A client moves an order after it has placed it, and each time when the time before is decided: the last one stands.
  const targets = new Map(
    client.wishes
      .filter(({ refusal }) => refusal === undefined)
      .flatMap(({ order, target }) => (target === undefined ? [] : [[order, target]])),
  );
  const levels = new Map(
    client.wishes.flatMap(({ order, level, refusal }) =>
      level === undefined || refusal !== undefined ? [] : [[`${level.field} of ${order}`, level.price]],
    ),
  );
  for (const wish of placed) {
    const order = stored.get(wish.order ?? 0);
    if (order === undefined) problems.push(`${describe(wish)} is not among the orders`);
    else if (ended.has(wish.order) !== (order.reason === 'client'))
      problems.push(`${describe(wish)} is ${order.status} (${order.reason})`);
    else if (order.target !== targetColumn(targets.get(wish.order)))
      problems.push(`${describe(wish)} waits for ${order.target}, its client moved it to ${targets.get(wish.order)}`);
    if (order === undefined) continue;
    for (const [field, level] of [
      ['stop_loss_price', order.stop_loss],
      ['target_profit_price', order.take_profit],
    ] as const) {
      const wished = levels.get(`${field} of ${wish.order}`);
      if (level !== targetColumn(wished === '0' ? undefined : wished))
        problems.push(`${describe(wish)} has ${field} ${level}, its client wished ${wished}`);
    }
  }
  for (const [status, names] of [
    [1, ['open']],
    [0, ['pending']],
    [3, ['closed', 'cancelled']],
  ] as const) {
    const shown = await client.list(status);
    const expected = rows
      .filter((row) => (names as readonly string[]).includes(row.status))
      .map(({ id }) => Number(id));
    if (String(shown.toSorted(ascending)) !== String(expected.toSorted(ascending))) {
      problems.push(
        `account ${client.account}: the API shows orders ${shown.join(' ')} in area ${status}, the table has ${expected.join(' ')}`,
      );
    }
  }
  return problems;
}

/** Prices have eight decimals in the database. */
function targetColumn(target: string | undefined): string | null {
  return target === undefined ? null : String(Math.round(Number(target) * 100_000_000));
}

function describe({ what, key, order, refusal }: Wish): string {
  return `${what} ${key} (order ${order ?? 'none'}, ${refusal ?? 'done'})`;
}

function ascending(left: number, right: number): number {
  return left - right;
}
