import type { AccountId } from '@fairlot/engine';
import { type RawBuilder, sql } from 'kysely';

/** The form of a tag by which it is compared: the same in upper and lower case and in full and half width. */
export function tagKey(tag: string): string {
  return tag.normalize('NFKC').toLowerCase();
}

/**
 * Closed orders of an account `c` with columns id and parent_id, joined with their tags `t`; null for an order without
 * tags. A closed part without a note of its own has the tags of its position.
 */
export function withTags(account: AccountId): RawBuilder<unknown> {
  const user = BigInt(account);
  return sql`left join trade_notes n on n.order_id = c.id and n.user_id = ${user}
    left join trade_tags t on t.user_id = ${user}
      and t.order_id = case when n.order_id is null then coalesce(c.parent_id, c.id) else c.id end`;
}

/** SQL: the numbers of an account's orders with a tag, by the same rule as withTags. */
export function ordersTagged(account: AccountId, tag: string): RawBuilder<unknown> {
  return sql`(
    with tagged as materialized (
      select order_id from trade_tags where user_id = ${BigInt(account)} and tag_key = ${tagKey(tag)}
    )
    select order_id as id from tagged
    union all
    select o.id from tagged join orders o on o.parent_id = tagged.order_id
      where not exists (select from trade_notes n where n.order_id = o.id))`;
}
