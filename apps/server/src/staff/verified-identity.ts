import { type RawBuilder, sql } from 'kysely';

export type IdentityState = 'none' | 'waiting' | 'finished' | 'rejected' | 'revoked';

/** The verified identity of a user in the columns of a query. */
export interface VerifiedIdentity {
  readonly identity: IdentityState;
  readonly verified_name: string;
  readonly verified_country: string;
}

/** The columns of the verified identity of the user whose number is in the column `user`. */
export function verifiedIdentityOf(user: string) {
  const last = (value: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(select ${value} from identity_submissions i where i.user_id = ${sql.ref(user)} order by i.id desc limit 1)`;
  const verified = (column: string) =>
    sql<string>`coalesce(${last(sql`case when i.status = 'finished' then ${sql.ref(`i.${column}`)} end`)}, '')`;
  return [
    sql<IdentityState>`coalesce(${last(sql.ref('i.status'))}, 'none')`.as('identity'),
    verified('name').as('verified_name'),
    verified('country').as('verified_country'),
  ] as const;
}

/** The identity columns of a row in the wire's words. */
export function presentIdentity({ identity, verified_name, verified_country }: VerifiedIdentity): VerifiedIdentity {
  return { identity, verified_name, verified_country };
}
