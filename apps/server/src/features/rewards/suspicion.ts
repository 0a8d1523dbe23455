import { type Kysely, type Transaction, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { addressGroup } from '../../http/addresses.ts';

/** Signs that inviter and invited person are one, or that one of them is of the house. */
export const RELATIONS = ['document', 'payee', 'network', 'chain', 'staff'] as const;
export type Relation = (typeof RELATIONS)[number];

/** Reasons for a reward to wait for a decision of staff. */
export type WaitingReason = Relation | 'frozen' | 'people' | 'sum';

type Db = Kysely<Tables> | Transaction<Tables>;

/** Inviters of inviters that are compared with an invited person. */
const MOST_ANCESTORS = 5;
/** Latest sessions of each side whose networks are compared. */
const MOST_SESSIONS = 200;

interface Signs {
  readonly document: boolean;
  readonly payee: boolean;
  readonly chain: boolean;
  readonly staff: boolean;
  readonly frozen: boolean;
  readonly inviter_addresses: readonly string[];
  readonly invited_addresses: readonly string[];
}

const sameDocument = sql`exists(select from identity_submissions x join identity_submissions y on y.card_key = x.card_key
  where x.user_id = p.invited and y.user_id = p.other)`;
const samePayee = sql`exists(select from draw_methods x join draw_methods y
    on (x.dc_address <> '' and y.dc_address = x.dc_address)
    or (x.payee_account <> '' and y.payee_account = x.payee_account and y.bank_swift = x.bank_swift)
  where x.user_id = p.invited and y.user_id = p.other)`;
const addresses = (user: bigint) => sql<readonly string[]>`array(select distinct s.address from
  (select address from sessions where user_id = ${user} order by id desc limit ${MOST_SESSIONS}) s where s.address <> '')`;

/** The signs of an inviter and an invited person, as far as the house knows them. */
export async function suspicionsOf(
  db: Db,
  inviter: bigint,
  invited: bigint,
): Promise<readonly (Relation | 'frozen')[]> {
  const { rows } = await sql<Signs>`
    with recursive line (other, depth) as (
      select ${inviter}::bigint, 0
      union all select u.inviter_id, line.depth + 1 from line join users u on u.id = line.other
        where u.inviter_id is not null and line.depth < ${MOST_ANCESTORS}
    ), p as (select ${invited}::bigint as invited, other, depth from line),
    signs as (select depth, ${sameDocument} as document, ${samePayee} as payee from p)
    select
      coalesce(bool_or(document) filter (where depth = 0), false) as document,
      coalesce(bool_or(payee) filter (where depth = 0), false) as payee,
      coalesce(bool_or(document or payee) filter (where depth > 0), false) as chain,
      exists(select from users u join staff s on lower(s.email) = u.email where u.id in (${inviter}, ${invited})) as staff,
      exists(select from users u where u.id in (${inviter}, ${invited}) and u.blocked_at is not null) as frozen,
      ${addresses(inviter)} as inviter_addresses, ${addresses(invited)} as invited_addresses
    from signs`.execute(db);
  const [signs] = rows;
  if (signs === undefined) throw new Error('the query of signs returned no row');
  const networks = new Set(signs.inviter_addresses.map(addressGroup));
  const found: Readonly<Record<Relation | 'frozen', boolean>> = {
    document: signs.document,
    payee: signs.payee,
    network: signs.invited_addresses.some((address) => networks.has(addressGroup(address))),
    chain: signs.chain,
    staff: signs.staff,
    frozen: signs.frozen,
  };
  return ([...RELATIONS, 'frozen'] as const).filter((sign) => found[sign]);
}
