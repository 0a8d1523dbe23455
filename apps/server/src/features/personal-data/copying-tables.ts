import { type RawBuilder, sql } from 'kysely';
import { EMPTY, NUMBERS, type Person, type PersonalTable, SHOWN, named, user } from './personal-table.ts';

const OTHER = 'the number of another person';
const BOOKKEEPING = 'bookkeeping of the server';
/** Rows of a person's own copies. */
const ofCopies = ({ id }: Person) => sql<boolean>`copy_id in (select c.id from copies c where c.user_id = ${id})`;
/** A figure of the deed `e` of a result. */
const ofDeed = (figure: RawBuilder<unknown>) => sql`(select ${figure} from copy_events e where e.number = event)`;
const dollars = (column: string) => [column, sql`trim_scale(${sql.ref(column)} / 1000000.0)`] as const;
const rate = (column: string) => [column, sql`trim_scale(${sql.ref(column)} / 100000000.0)`] as const;

/** Tables of copying. Copies are the reason of orders and fees, so their figures stay with them. */
export const COPYING_TABLES: readonly PersonalTable[] = [
  {
    table: 'copy_leaders',
    ...user,
    exported: named('accepts fee_percent changed_at'),
    end: 'deleted',
    endsAtClosing: true,
  },
  {
    table: 'copy_results',
    of: ofCopies,
    exported: [
      ...named('copy_id order_id skip detail delay_ms'),
      ['deed', ofDeed(sql`e.type`)],
      ['side', ofDeed(sql`e.side`)],
      ['instrument', ofDeed(sql`(select code from instruments i where i.id = e.instrument)`)],
      ['time', ofDeed(sql`to_timestamp(e.time / 1000.0)`)],
      ['lots', sql`trim_scale(lots / 10000.0)`],
      [
        'price',
        sql`trim_scale(price / ${ofDeed(sql`(select power(10::numeric, coalesce(i.price_scale, greatest(8, i.price_precision))) from instruments i where i.id = e.instrument)`)})`,
      ],
      dollars('difference'),
    ],
    withheld: { [BOOKKEEPING]: ['event'] },
    end: { kept: NUMBERS },
  },
  {
    table: 'copy_fees',
    of: ofCopies,
    exported: [
      ...named('id copy_id number at paid paid_to'),
      ...['realised', 'high_water', 'amount', 'charged'].map(dollars),
    ],
    end: { kept: NUMBERS },
  },
  {
    table: 'copies',
    ...user,
    exported: [
      ...named('id state ended closes reason fee_percent max_leverage instruments closed skipped delays'),
      ...named('delay_sum delay_worst started_at ended_at'),
      ...['allocation', 'stop_loss', 'realised', 'fees', 'high_water', 'difference'].map(dollars),
      ...['multiple', 'max_slippage'].map(rate),
    ],
    withheld: {
      [OTHER]: ['leader_id'],
      'identifies a request': ['key'],
      [BOOKKEEPING]: ['shard', 'since', 'fee_day'],
      [SHOWN]: ['started', 'ended_time'],
    },
    end: { set: { reason: EMPTY } },
  },
];
