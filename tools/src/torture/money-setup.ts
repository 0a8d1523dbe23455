import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { connect } from './checks.ts';
import { MoneyClient } from './money-client.ts';

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const DAY_MS = 86_400_000;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
const newToken = (): string => randomBytes(32).toString('base64url');

/**
 * Creates users with real accounts, each with a member of staff. Registration would need codes, pictures and a second
 * factor, so each account starts as a demo account over HTTP and SQL then turns it into a real one.
 */
export async function openMoneyClients(
  base: string,
  dataFolder: string,
  count: number,
  chance: () => number,
): Promise<MoneyClient[]> {
  const database = await connect(dataFolder);
  try {
    const [network, currency] = [
      await openNetwork(database),
      await number(database, `select id from draw_currencies where protocol = 'ERC20' order by id limit 1`),
    ];
    const clients: MoneyClient[] = [];
    for (let index = 0; index < count; index += 1) {
      const account = await realAccount(base, database);
      const token = newToken();
      await database.query('insert into sessions (user_id, token_hash, expires_at) values ($1, $2, $3)', [
        account,
        hashOf(token),
        new Date(Date.now() + DAY_MS),
      ]);
      const method = await number(
        database,
        `insert into draw_methods (user_id, currency_id, dc_address, bank_name, bank_address, bank_swift, payee_name, payee_account, key)
        values ($1, $2, $3, '', '', '', '', '', 'torture') returning id`,
        [account, currency, ADDRESS],
      );
      clients.push(
        new MoneyClient(
          base,
          {
            account,
            token,
            cookie: await staffCookie(database),
            proof: `/api/common/image/${await image(database, account)}`,
            network,
            address: ADDRESS,
            currency,
            method,
          },
          chance,
        ),
      );
    }
    return clients;
  } finally {
    await database.end();
  }
}

async function openNetwork(database: Client): Promise<number> {
  const id = await number(
    database,
    `update charge_networks set address = $1, enabled = true where currency_code = 'USDT' and protocol_code = 'ERC20' returning id`,
    [ADDRESS],
  );
  await database.query('insert into charge_addresses (network_id, address) values ($1, $2)', [id, ADDRESS]);
  return id;
}

async function realAccount(base: string, database: Client): Promise<number> {
  const answer = await fetch(`${base}/api/user/createAccountDemoForU`, {
    method: 'POST',
    headers: { 'idempotency-key': randomUUID() },
  });
  const { data } = (await answer.json()) as { data: { user: { id: number } } };
  const { id } = data.user;
  await database.query(
    `update users set kind = 'real', demo_hash = null, email = $2, password_hash = 'none' where id = $1`,
    [id, `torture-${id}@example.com`],
  );
  const [front, reverse] = [await image(database, id), await image(database, id)];
  await database.query(
    `insert into identity_submissions (user_id, name, card_id, card_key, front_image, reverse_image, status, key, submitted_at, decided_at, decided_by, country)
    values ($1, 'torture', 'torture', $2, $3, $4, 'finished', 'torture', now(), now(), 0, 'DE')`,
    [id, `torture ${id}`, front, reverse],
  );
  return id;
}

async function image(database: Client, owner: number): Promise<string> {
  const id = newToken();
  await database.query(
    `insert into images (id, owner_id, content, bytes, width, height, upload_key, upload_hash) values ($1, $2, '', 0, 1, 1, $1, '')`,
    [id, owner],
  );
  return id;
}

async function staffCookie(database: Client): Promise<string> {
  const cookie = newToken();
  const staff = await number(
    database,
    `insert into staff (name, roles, password_hash, totp_secret) values ($1, '{finance}', 'none', 'none') returning id`,
    [`torture.${randomUUID()}`],
  );
  await database.query(
    `insert into staff_sessions (staff_id, token_hash, address, agent, created_at, last_seen_at, expires_at) values ($1, $2, '', '', now(), now(), now() + interval '1 day')`,
    [staff, hashOf(cookie)],
  );
  return cookie;
}

async function number(database: Client, statement: string, values: readonly unknown[] = []): Promise<number> {
  const { rows } = await database.query<{ id: string }>(statement, [...values]);
  const [row] = rows;
  if (row === undefined) throw new Error(`no row from: ${statement}`);
  return Number(row.id);
}
