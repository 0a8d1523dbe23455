import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { withoutSettings } from '../testing/without-settings.ts';
import type { SentCommand, TortureClient } from './client.ts';

/** The data folder with the embedded database, or the folder and the owner's URL of a database elsewhere. */
export type Place = string | { readonly dataFolder: string; readonly url: string };

/**
 * Compares the answers that the clients got with the database and with the orders that the API shows now; checks that all
 * books sum to zero; runs verify, which reads all shards. Returns the problems found.
 */
export async function check(
  clients: readonly TortureClient[],
  place: Place,
  verifyProgram: string,
  shards: number,
): Promise<string[]> {
  const problems: string[] = [];
  const database = await connect(place);
  try {
    problems.push(...(await checkShards(database, shards)));
    for (const client of clients)
      problems.push(...(await checkJournal(database, client)), ...(await checkOrders(database, client)));
    const { rows } = await database.query<{
      total: string;
    }>(`select (select coalesce(sum(cash + order_reserve + withdrawal_hold), 0) from accounts)
      + (select coalesce(sum(case when credit_account < 0 then amount else 0 end - case when debit_account < 0 then amount else 0 end), 0) from transfers) as total`);
    if (rows[0]?.total !== '0') problems.push(`all books sum to ${rows[0]?.total} micro-dollars instead of 0`);
  } finally {
    await database.end();
  }
  return [...problems, ...verify(place, verifyProgram)];
}

/** Runs the program that verifies all shards. Returns the problems that it found. */
export function verify(place: Place, program: string): string[] {
  const { dataFolder, url } = typeof place === 'string' ? { dataFolder: place, url: undefined } : place;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
    env: {
      ...withoutSettings(process.env),
      FAIRLOT_DATA_DIR: dataFolder,
      ...(url !== undefined && { DATABASE_URL: url }),
    },
    encoding: 'utf8',
  });
  if (status === 0) return [];
  const lines = stdout.split('\n').filter((line) => /DIFF|NOT/.test(line));
  return [`verify ends with ${status}: ${lines.join('; ')} ${stderr}`];
}

/** Checks that clients have written to exactly the expected number of shards. */
async function checkShards(database: Client, shards: number): Promise<string[]> {
  const { rows } = await database.query<{ shard: number; accounts: number }>(
    'select shard, count(distinct account)::integer as accounts from journal where account is not null group by shard order by shard',
  );
  if (rows.length === shards) return [];
  const found = rows.map(({ shard, accounts }) => `shard ${shard} with ${accounts} accounts`).join(', ');
  return [`the journal has ${found || 'no accounts'}, not ${shards} shards`];
}

/** Connects to the database of the server under test, as the owner of its tables. */
export async function connect(place: Place): Promise<Client> {
  const client = new Client(typeof place === 'string' ? embedded(place) : { connectionString: place.url });
  await client.connect();
  return client;
}

function embedded(dataFolder: string): ClientConfig {
  const folder = join(dataFolder, 'postgres');
  return {
    host: folder,
    port: 5432,
    user: 'fairlot',
    password: readFileSync(join(folder, 'fairlot.password'), 'utf8'),
    database: 'fairlot',
  };
}

/** Checks that the journal has every command once, under its key, with the outcome that the client got. */
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
  for (const command of client.commands) {
    const outcome = journal.get(command.key);
    journal.delete(command.key);
    // A refusal by a feature never reaches the engine and its journal.
    if (outcome === undefined && command.refusal !== undefined) continue;
    if (outcome === undefined) problems.push(`${describe(command)} was acknowledged and is lost`);
    else if (outcome.ok !== (command.refusal === undefined))
      problems.push(`${describe(command)}: the journal has ${JSON.stringify(outcome)}`);
    else if (command.kind === 'place' && outcome.ok && outcome.order !== command.order)
      problems.push(`${describe(command)}: the journal has order ${outcome.order}`);
  }
  for (const key of journal.keys())
    if (/^[0-9a-f]{8}-/.test(key) && journal.get(key)?.order !== undefined)
      problems.push(`order under key ${key} of account ${client.account} was never acknowledged`);
  return problems;
}

/** Checks that the table and the API have exactly the acknowledged orders, each with its last acknowledged changes. */
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
  const placed = client.commands.filter(({ kind, refusal }) => kind === 'place' && refusal === undefined);
  if (rows.length !== placed.length)
    problems.push(`account ${client.account} has ${rows.length} orders, ${placed.length} were acknowledged`);
  const ended = new Set(
    client.commands
      .filter(({ kind, refusal }) => (kind === 'close' || kind === 'cancel') && refusal === undefined)
      .map(({ order }) => order),
  );
  // A client sends one command at a time, so the last acknowledged target of an order is its current one.
  const targets = new Map(
    client.commands
      .filter(({ refusal }) => refusal === undefined)
      .flatMap(({ order, target }) => (target === undefined ? [] : [[order, target]])),
  );
  const levels = new Map(
    client.commands.flatMap(({ order, level, refusal }) =>
      level === undefined || refusal !== undefined ? [] : [[`${level.field} of ${order}`, level.price]],
    ),
  );
  for (const command of placed) {
    const order = stored.get(command.order ?? 0);
    if (order === undefined) problems.push(`${describe(command)} is not among the orders`);
    else if (ended.has(command.order) !== (order.reason === 'client'))
      problems.push(`${describe(command)} is ${order.status} (${order.reason})`);
    else if (order.target !== targetColumn(targets.get(command.order)))
      problems.push(
        `${describe(command)} has target ${order.target}, its client moved it to ${targets.get(command.order)}`,
      );
    if (order === undefined) continue;
    for (const [field, level] of [
      ['stop_loss_price', order.stop_loss],
      ['target_profit_price', order.take_profit],
    ] as const) {
      const requested = levels.get(`${field} of ${command.order}`);
      if (level !== targetColumn(requested === '0' ? undefined : requested))
        problems.push(`${describe(command)} has ${field} ${level}, its client set ${requested}`);
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
        `account ${client.account}: the API lists orders ${shown.join(' ')} with status ${status}, the table has ${expected.join(' ')}`,
      );
    }
  }
  return problems;
}

/** A price as the database stores it: an integer with eight decimals. */
function targetColumn(target: string | undefined): string | null {
  return target === undefined ? null : String(Math.round(Number(target) * 100_000_000));
}

function describe({ kind, key, order, refusal }: SentCommand): string {
  return `${kind} ${key} (order ${order ?? 'none'}, ${refusal ?? 'done'})`;
}

function ascending(left: number, right: number): number {
  return left - right;
}
