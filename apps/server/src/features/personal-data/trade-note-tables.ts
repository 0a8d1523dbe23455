import { type PersonalTable, SHOWN, user } from './personal-table.ts';

/** Tables of a user's notes and tags on their orders. */
export const TRADE_NOTE_TABLES: readonly PersonalTable[] = [
  {
    table: 'trade_notes',
    ...user,
    exported: ['order_id', 'note', 'changed_at'],
    end: 'deleted',
    endsAtClosing: true,
  },
  {
    table: 'trade_tags',
    ...user,
    exported: ['order_id', 'tag'],
    withheld: { [SHOWN]: ['tag_key'] },
    end: 'deleted',
    endsAtClosing: true,
  },
];
