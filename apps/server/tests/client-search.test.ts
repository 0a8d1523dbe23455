import { MOST_FOUND } from '@fairlot/contract';
import { creditorReference } from '@fairlot/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from './support/database.ts';
import { type Bank, ETHEREUM_ADDRESS, IBAN, done, openBank, uploaded } from './support/money.ts';
import type { Colleague } from './support/office.ts';
import { type RealUser, query, registerUser } from './support/real-user.ts';

const HASH = 'ab'.repeat(32);

let bank: Bank;
let compliance: Colleague;
let support: Colleague;
let user: RealUser;
let waiting: RealUser;
beforeAll(async () => {
  bank = await openBank();
  compliance = await bank.office.hire('comp.one', ['compliance']);
  support = await bank.office.hire('sup.one', ['support']);
  user = await registerUser(bank.server);
  waiting = await registerUser(bank.server);
  for (const [owner, name, card] of [
    [user, 'José María Nuñez-Łódź', 'L 01x-7788'],
    [waiting, 'Quentin Nightowl', 'P55566677'],
  ] as const) {
    const { server } = bank;
    const [front_pic, reverse_pic] = [await uploaded(server, owner.id), await uploaded(server, owner.id)];
    await server.call('submitIdentity', { name, card_id: card, front_pic, reverse_pic }, { token: owner.token });
  }
  const queue = (await compliance.call('identityQueue', { user_id: user.id })).envelope.data.list;
  await done(compliance, 'approveIdentity', { id: queue[0]?.id ?? 0, country: 'ES' });
  await query(
    bank.server,
    `insert into draw_methods (user_id, currency_id, dc_address, bank_name, bank_address, bank_swift, payee_name, payee_account, key)
     values ($1, $2, $3, '', '', '', '', '', 'a'), ($1, $4, '', 'Bank', '', '', 'José', $5, 'b')`,
    [user.id, bank.coin, ETHEREUM_ADDRESS, bank.usd, IBAN],
  );
  await query(
    bank.server,
    `insert into deposits (user_id, type, amount, target_id, currency_code, protocol_code, paid_to, proof_img, state, key, transaction_id)
     values ($1, 0, 1, 1, 'BTC', 'BTC', '', '', 'unchecked', 'k', $2)`,
    [user.id, `${HASH}:3`],
  );
  await query(
    bank.server,
    `insert into withdrawals (user_id, type, currency_id, method_id, amount, fee, receipt, memo, state, approvals_needed, key, reference)
     select $1, 2, $2, min(id), 2, 1, 1, '', 'paid', 1, 'k', 'Sepa 2026-77' from draw_methods where user_id = $1`,
    [user.id, bank.usd],
  );
  await query(bank.server, `update sessions set address = '2001:db8::77' where user_id = $1`, [user.id]);
  await query(bank.server, `update users set mobile = '+4915112345678' where id = $1`, [user.id]);
});
afterAll(() => bank.server.stop());

const found = async (who: Colleague, q: string): Promise<string> => {
  const { envelope } = await who.call('officeUsers', { q });
  expect(envelope.reason).toBe('ok');
  const { list, total } = envelope.data;
  expect(total).toBe(list.length);
  return list
    .map(({ id, found_by: by }) => `${id === user.id ? 'user' : id === waiting.id ? 'waiting' : id} by ${by}`)
    .join();
};

/** Clients of one host, more than a search lists. */
async function crowd(): Promise<void> {
  await query(
    bank.server,
    `insert into users (kind, email, password_hash, invite_code)
     select 'real', 'person' || n || '@crowd.example', 'x', 'CROWD' || n from generate_series(1, $1::int) n`,
    [MOST_FOUND + 5],
  );
}

it('a search of what many share lists the newest, and says that there are more', async () => {
  await crowd();
  const newest = await query<{ id: string }>(bank.server, 'select id from users order by id desc limit 2');
  for (const q of ['@crowd.ex', 'son1@crowd', 'crowd.example']) {
    const { list, total } = (await support.call('officeUsers', { q })).envelope.data;
    expect([q, total]).toEqual([q, q === 'son1@crowd' ? 1 : MOST_FOUND + 1]);
    if (total > 1) expect(list.slice(0, 2).map(({ id }) => BigInt(id))).toEqual(newest.map(({ id }) => BigInt(id)));
  }
});

describe('a client is found', () => {
  it('by what all who read users may see, however it is written', async () => {
    const reference = creditorReference(10_000_000 + user.id);
    for (const [q, by] of [
      [String(user.id), 'number'],
      [String(10_000_000 + user.id), 'uid'],
      [reference.replaceAll(/(.{4})/g, '$1 '), 'reference'],
      [user.inviteCode.toLowerCase(), 'invite_code'],
      [` ${user.email.slice(3).toUpperCase()} `, 'email'],
      ['+49 151 1234-5678', 'mobile'],
      ['0151/12345678', 'mobile'],
      ['nunez', 'name'],
      ['LODZ maria jose', 'name'],
      ['ría Núñ', 'name'],
      ['jo ma nu', 'name'],
      ['2001:db8::77', 'address'],
    ] as const)
      expect([q, await found(support, q)]).toEqual([q, `user by ${by}`]);
  });

  it('by payouts and transactions for those who read these, and by documents for compliance', async () => {
    for (const [q, by] of [
      [ETHEREUM_ADDRESS, 'payout'],
      [ETHEREUM_ADDRESS.slice(0, 10).toLowerCase(), 'payout'],
      ['de89 3704 0044 0532 0130 00', 'payout'],
      [HASH, 'transaction'],
      [`0x${HASH.toUpperCase()}`, 'transaction'],
      [`${HASH}:1`, 'transaction'],
      ['SEPA2026-77', 'transaction'],
    ] as const) {
      expect([q, await found(bank.one, q)]).toEqual([q, `user by ${by}`]);
      expect([q, await found(compliance, q)]).toEqual([q, `user by ${by}`]);
      expect([q, await found(support, q)]).toEqual([q, '']);
    }
    expect(await found(compliance, 'l01X 7788')).toBe('user by document');
    expect(await found(compliance, 'nightowl quentin')).toBe('waiting by name');
    for (const who of [support, bank.one, bank.office.administrator])
      for (const q of ['l01X 7788', 'P55566677', 'nightowl']) expect([q, await found(who, q)]).toEqual([q, '']);
  });

  it('by a host without its @, in every place where it can stand', async () => {
    const added = await query<{ id: string; email: string }>(
      bank.server,
      `insert into users (kind, email, password_hash, invite_code)
       select 'real', email, 'x', 'HOST' || n from unnest($1::text[]) with ordinality each (email, n) returning id, email`,
      [
        [
          'a@pelican.example',
          'b@eu.pelican.example',
          'pelican.exa@other.example',
          'c@pelican.org',
          'd@pelicanxexample.org',
          'anna.muster@other.example',
          'anna.other@other.example',
        ],
      ],
    );
    const emailsBy = async (q: string): Promise<readonly string[]> => {
      const { list } = (await support.call('officeUsers', { q })).envelope.data;
      return list.map(({ id }) => added.find((each) => Number(each.id) === id)?.email ?? `user ${id}`).toSorted();
    };
    expect(await emailsBy('pelican.exa')).toEqual([
      'a@pelican.example',
      'b@eu.pelican.example',
      'pelican.exa@other.example',
    ]);
    expect(await emailsBy('pelican.')).toEqual([
      'a@pelican.example',
      'b@eu.pelican.example',
      'c@pelican.org',
      'pelican.exa@other.example',
    ]);
    expect(await emailsBy('eu.pelican.example')).toEqual(['b@eu.pelican.example']);
    expect(await emailsBy('elican.example')).toEqual(['a@pelican.example', 'b@eu.pelican.example']);
    expect(await emailsBy('anna.muster')).toEqual(['anna.muster@other.example']);
  });

  it('by nothing that is only similar, and the log keeps the words of the search sealed', async () => {
    for (const q of [
      '%',
      '_',
      'jo ma xu',
      'L01x77',
      '2001:db8::7',
      '0x',
      HASH.slice(0, 20),
      'garcia',
      '   '.concat('-'),
    ])
      expect([q, await found(compliance, q)]).toEqual([q, '']);
    await found(compliance, 'maria lodz');
    const rows = await query<{ input: string }>(
      bank.server,
      `select input from audit_log where action = 'users/list' and user_id = $1`,
      [user.id],
    );
    expect(rows.length).toBeGreaterThan(10);
    // A search for words in the sealed text would find short ones by chance.
    expect(rows.filter(({ input }) => !/^sealed:person:\d+:[\w-]+$/.test(input))).toEqual([]);
  });
});

it('names of earlier versions are found after the upgrade', async () => {
  const { up, down } = await import('../src/db/migrations/050-client-records.ts');
  const made = await createTestDatabase();
  const database = await made.open();
  try {
    const { kysely, pool } = database;
    await down(kysely as never);
    await pool.query(
      `insert into users (kind, email, password_hash, invite_code) values ('real', 'a@b.example', 'x', 'A')`,
    );
    await pool.query(
      `insert into images (id, owner_id, content, bytes, width, height, upload_key, upload_hash) select s, 1, '', 0, 1, 1, s, '' from unnest(array['f', 'r']) s`,
    );
    await pool.query(
      `insert into identity_submissions (user_id, name, card_id, card_key, front_image, reverse_image, key) values (1, 'Zoë Đorđević', 'A', 'c', 'f', 'r', 'k')`,
    );
    await up(kysely as never);
    const { rows } = await pool.query('select search_name from identity_submissions');
    expect(rows).toEqual([{ search_name: ' zoe dordevic' }]);
    const indexes = await pool.query(`select from pg_indexes where indexname = 'identity_search_name'`);
    expect(indexes.rows.length).toBe(1);
  } finally {
    await database.close();
    await made.drop();
  }
});
