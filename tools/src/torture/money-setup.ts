import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { Passwords } from '../../../apps/server/src/security/passwords.ts';
import { type Place, connect } from './checks.ts';
import { MoneyClient } from './money-client.ts';

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
const newToken = (): string => randomBytes(32).toString('base64url');

/**
 * Creates users with real accounts, each with a member of staff. `bases` are addresses of one installation. Registration would need codes, pictures and a second
 * factor, so SQL writes the users; their first sign-in over HTTP opens their accounts.
 */
export async function openMoneyClients(
  bases: string | readonly string[],
  place: Place,
  count: number,
  chance: () => number,
): Promise<MoneyClient[]> {
  const all = typeof bases === 'string' ? [bases] : bases;
  const database = await connect(place);
  try {
    const [network, currency] = [
      await openNetwork(database),
      await number(database, `select id from draw_currencies where protocol = 'ERC20' order by id limit 1`),
    ];
    // One person decides everything here. The server reads this at its first restart, long before the usual sums are used up.
    await database.query(
      `insert into site_settings (key, value) values ('two_person_amount', '"100000"'), ('two_person_week_amount', '"500000"')`,
    );
    const clients: MoneyClient[] = [];
    for (let index = 0; index < count; index += 1) {
      const { account, token, password } = await realAccount(all[0] ?? '', database);
      const method = await number(
        database,
        // Old enough to be paid to.
        `insert into draw_methods (user_id, currency_id, dc_address, bank_name, bank_address, bank_swift, payee_name, payee_account, key, created_at)
        values ($1, $2, $3, '', '', '', '', '', 'torture', now() - interval '9 days') returning id`,
        [account, currency, ADDRESS],
      );
      clients.push(
        new MoneyClient(
          index % 2 === 0 ? all : all.toReversed(),
          {
            account,
            token,
            password,
            cookie: await staffCookie(database),
            proofs: await proofsOf(database, account),
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

/** Maximum number of deposits of a client in one torture. */
const MOST_DEPOSITS = 500;

async function openNetwork(database: Client): Promise<number> {
  const id = await number(
    database,
    `update charge_networks set address = $1, enabled = true where currency_code = 'USDT' and protocol_code = 'ERC20' returning id`,
    [ADDRESS],
  );
  await database.query('insert into charge_addresses (network_id, address) values ($1, $2)', [id, ADDRESS]);
  return id;
}

/** Creates a verified user with a real account. Its address is `<password>@example.com`. */
export async function realAccount(
  base: string,
  database: Client,
): Promise<{ readonly account: number; readonly token: string; readonly password: string }> {
  const name = `torture-${randomUUID()}`;
  const id = await number(
    database,
    `insert into users (kind, email, password_hash, invite_code) values ('real', $1, $2, $3) returning id`,
    [`${name}@example.com`, await new Passwords().hash(name), name],
  );
  const answer = await fetch(`${base}/api/user/loginForU`, {
    method: 'POST',
    body: JSON.stringify({ account: `${name}@example.com`, password: name }),
    headers: { 'idempotency-key': randomUUID(), 'content-type': 'application/json' },
  });
  const { data, reason } = (await answer.json()) as { data: { token: string } | null; reason: string };
  if (data === null) throw new Error(`a real user could not sign in: ${reason}`);
  const [front, reverse] = await images(database, id, 2);
  await database.query(
    `insert into identity_submissions (user_id, name, card_id, card_key, front_image, reverse_image, status, key, submitted_at, decided_at, decided_by, country)
    values ($1, 'torture', 'torture', $2, $3, $4, 'finished', 'torture', now(), now(), 0, 'DE')`,
    [id, `torture ${id}`, front, reverse],
  );
  // A known device: a new one may not withdraw for a day.
  await database.query(`update sessions set created_at = now() - interval '9 days' where user_id = $1`, [id]);
  return { account: id, token: data.token, password: name };
}

async function proofsOf(database: Client, owner: number): Promise<string[]> {
  return (await images(database, owner, MOST_DEPOSITS)).map((id) => `/api/common/image/${id}`);
}

async function images(database: Client, owner: number, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newToken);
  await database.query(
    `insert into images (id, owner_id, content, bytes, width, height, upload_key, upload_hash)
    select id, $2, '', 0, 1, 1, id, '' from unnest($1::text[]) as new (id)`,
    [ids, owner],
  );
  return ids;
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
