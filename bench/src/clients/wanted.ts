import type { Pool } from 'pg';

/** Clients in the database of a search. */
export const CLIENTS = Number(process.env['BENCH_CLIENTS'] ?? 1_000_000);
/** The client whom the searches look for. */
export const WANTED = Math.ceil(CLIENTS * 0.471_101);

type Fact = 'email' | 'mobile' | 'code' | 'name' | 'account' | 'transfer' | 'reference' | 'address';

/** Texts that find the wanted client, by the fact that they are. */
export async function searchesForWanted(pool: Pool): Promise<Readonly<Record<string, string>>> {
  const { rows } = await pool.query<Record<Fact, string>>(
    `select u.email, u.mobile, u.invite_code as code, i.name, m.dc_address || m.payee_account as account, d.transfer, w.reference, s.address
     from users u join identity_submissions i on i.user_id = u.id join draw_methods m on m.user_id = u.id join deposits d on d.user_id = u.id
     join withdrawals w on w.user_id = u.id join sessions s on s.user_id = u.id where u.id = $1`,
    [WANTED],
  );
  const [client] = rows;
  if (client === undefined) throw new Error(`there is no client ${WANTED}`);
  const [first = '', last = ''] = client.name.split(' ');
  return {
    number: String(WANTED),
    uid: String(WANTED + 10_000_000),
    inviteCode: client.code,
    email: client.email,
    partOfEmail: client.email.slice(3, 14),
    mobile: client.mobile,
    partOfMobile: client.mobile.slice(4),
    name: `${last} ${first}`,
    partOfName: last.slice(1, -1),
    document: `ID-${WANTED}`,
    payout: client.account,
    transaction: client.transfer,
    reference: client.reference,
    address: client.address,
  };
}
