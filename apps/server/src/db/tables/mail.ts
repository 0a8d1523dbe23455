import type { GeneratedAlways } from 'kysely';

/** See migrations/053-mail.ts. */
export interface MailTables {
  mail_texts: {
    id: GeneratedAlways<bigint>;
    kind: string;
    language: string;
    version: number;
    subject: string | null;
    text: string | null;
    staff_name: string;
    at: Date;
  };
  statement_mail_days: { day: number; after_user: bigint; ended: boolean };
}
