import { type PersonalTable, user } from './personal-table.ts';

/** Tables of warnings and mails about the margin level. */
export const MARGIN_TABLES: readonly PersonalTable[] = [
  { table: 'margin_warnings', ...user, exported: ['warned_at'], end: 'deleted', endsAtClosing: true },
  {
    table: 'stop_out_mails',
    ...user,
    exported: ['at'],
    withheld: { 'a number of the journal': ['seq'] },
    end: 'deleted',
    endsAtClosing: true,
  },
];
