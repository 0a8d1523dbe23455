import { sql } from 'kysely';
import { NUMBERS, type PersonalTable, REQUEST, SECRET, STAFF, user } from './personal-table.ts';

/** Tables with records of staff about users. */
export const STAFF_RECORDS: readonly PersonalTable[] = [
  // After the users: a note can only be deleted once its user is marked as erased.
  {
    table: 'user_notes',
    ...user,
    exported: 'notes between staff; the law forbids to tell users of some suspicions, so compliance answers requests',
    end: 'deleted',
  },
  {
    table: 'client_tasks',
    ...user,
    exported: 'tasks between staff, like their notes',
    end: 'deleted',
  },
  {
    table: 'client_messages',
    ...user,
    exported: ['id', 'at', 'text', 'sent_by'],
    withheld: { [STAFF]: ['staff_id'], [REQUEST]: ['key'] },
    end: 'deleted',
  },
  {
    table: 'bulk_recipients',
    ...user,
    exported: ['id', 'at', 'state', 'language', 'by_chat', 'by_mail'],
    withheld: {
      [SECRET]: ['token_hash'],
      'the number of a message to many': ['bulk_id'],
      'shown by the state': ['reason'],
    },
    end: 'deleted',
  },
  {
    table: 'client_group_moves',
    ...user,
    exported: ['id', 'at', 'from_group', 'to_group'],
    withheld: { [STAFF]: ['staff_id', 'staff_name', 'reason', 'proposal_id', 'done'] },
    end: 'deleted',
  },
  {
    table: 'client_group_notices',
    ...user,
    exported: ['at', 'taken_back_at'],
    withheld: { [STAFF]: ['proposal_id'] },
    end: 'deleted',
  },
  {
    table: 'client_links',
    of: ({ id }) => sql<boolean>`${id} in (user_id, other_id)`,
    exported: 'reasons of staff why two accounts are one person, which may be another one',
    end: 'deleted',
  },
  {
    table: 'audit_log',
    ...user,
    exported: STAFF,
    end: { kept: 'append-only; texts about the user are sealed, and erased with the key of the user' },
  },
  { table: 'person_keys', ...user, exported: SECRET, end: { kept: 'the key itself is dropped; a mark stays' } },
  { table: 'text_keys', ...user, exported: SECRET, end: 'deleted' },
  { table: 'one_person_decisions', ...user, exported: STAFF, end: { kept: NUMBERS } },
];
