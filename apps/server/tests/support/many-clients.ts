import type { Pool } from 'pg';

const FIRST_NAMES =
  'Ada Bela Chiara Dmitri Elif Fatima Goran Hana Ines Jorge Kenji Lena Marta Noor Olga Petr Quentin Rosa Sven Tomas';
const SYLLABLES = 'an bor cas del em far gin hol ista jor kel lam mor nov ost par quin ros sten tav';

/** The rows of the client `n`, in SQL over a column `n`. Every fact but the first name belongs to one client. */
const NAME = `(string_to_array('${FIRST_NAMES}', ' '))[1 + n % 20] || ' ' || initcap(
  (string_to_array('${SYLLABLES}', ' '))[1 + n / 20 % 20] || (string_to_array('${SYLLABLES}', ' '))[1 + n / 400 % 20]
  || (string_to_array('${SYLLABLES}', ' '))[1 + n / 8000 % 20] || (string_to_array('${SYLLABLES}', ' '))[1 + n / 160000 % 20])`;
const HASH = `encode(sha256(('transaction ' || n)::bytea), 'hex')`;

const ROWS: readonly string[] = [
  `insert into users (id, kind, email, mobile, password_hash, invite_code) overriding system value
   select n, 'real', 'person' || n || '@mail' || n % 1000 || '.example', '+4915' || lpad(n::text, 9, '0'), 'x', 'CODE' || lpad(n::text, 8, '0') from clients`,
  `insert into images (id, owner_id, content, bytes, width, height, upload_key, upload_hash)
   select side, 1, '', 0, 1, 1, side, '' from unnest(array['front', 'back']) side`,
  `insert into identity_submissions (user_id, name, search_name, card_id, card_key, front_image, reverse_image, key, status, country, decided_at, decided_by)
   select n, ${NAME}, ' ' || lower(${NAME}), 'A', 'card ' || n, 'front', 'back', 'key', 'finished', 'DE', now(), 1 from clients`,
  `insert into draw_methods (user_id, currency_id, dc_address, bank_name, bank_address, bank_swift, payee_name, payee_account, key)
   select n, 1, case when n % 2 = 0 then '0x' || left(${HASH}, 40) else '' end, '', '', '', '', case when n % 2 = 1 then 'DE' || lpad(n::text, 20, '0') else '' end, 'key' from clients`,
  `insert into deposits (user_id, type, amount, target_id, currency_code, protocol_code, paid_to, proof_img, state, key, transaction_id, decided_at)
   select n, 0, 1000000, 1, 'USDT', 'ERC20', '', '', 'finished', 'key', ${HASH}, now() from clients`,
  `insert into withdrawals (user_id, type, currency_id, method_id, amount, fee, receipt, memo, state, approvals_needed, key, reference)
   select n, 2, 1, 1, 1000000, 1, 1, '', 'paid', 1, 'key', 'BANK-' || n from clients`,
  `insert into sessions (user_id, token_hash, expires_at, last_seen_at, address, agent)
   select n, sha256(('token ' || n)::bytea), now() + interval '1 day', now(), '10.' || n / 65536 % 256 || '.' || n / 256 % 256 || '.' || n % 256, 'x' from clients`,
];

/**
 * Adds clients 1 to `count` to an empty database: each with a verified identity, a payout method, a deposit, a
 * withdrawal and a session. The indexes are made afterwards, and foreign keys are not checked, which takes a fraction of
 * the time; `pool` belongs to a superuser.
 */
export async function fillClients(pool: Pool, count: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    const { rows } = await client.query<{ indexname: string; indexdef: string }>(
      `select indexname, indexdef from pg_indexes where schemaname = 'public'
        and tablename in ('users', 'identity_submissions', 'draw_methods', 'deposits', 'withdrawals', 'sessions')
        and indexname not in (select conname from pg_constraint)`,
    );
    for (const { indexname } of rows) await client.query(`drop index "${indexname}"`);
    await client.query(`create temporary table clients as select n from generate_series(1, ${count}) n`);
    for (const statement of ROWS) await client.query(statement);
    for (const { indexdef } of rows) await client.query(indexdef);
    await client.query('drop table clients');
    await client.query('reset session_replication_role');
    await client.query('vacuum analyze');
  } finally {
    client.release();
  }
}
