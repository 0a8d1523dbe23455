import { z } from 'zod/mini';
import type { Idempotency } from '../call.ts';
import { page } from '../scalar.ts';

/** Roles of staff; one person may have several. docs/security.md lists the rights of each role. */
export const STAFF_ROLES = ['support', 'compliance', 'finance', 'dealer', 'administrator'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/**
 * Callers of a staff call: one of the listed roles; `enrolling` = any office session, even before the second factor is
 * set up; `visitor` = everyone (sign-in, the set-up link).
 */
export type StaffAccess = readonly StaffRole[] | 'enrolling' | 'visitor';

/** Header that every state-changing staff call needs. A page of another site cannot send it, which prevents CSRF. */
export const OFFICE_HEADER = 'x-fairlot-office';
/** Value of the header in automatic polls. They do not extend the idle timeout of the session. */
export const OFFICE_BACKGROUND = 'background';

/** The record that a call concerns: its kind, and the input field with its number or name. */
export interface StaffSubject {
  readonly kind: string;
  readonly field: string;
}

/** One call of the back office. A list takes `page`, or `format=csv` for all rows as a file. */
export interface StaffCall<Input extends z.ZodMiniType = z.ZodMiniType, Output extends z.ZodMiniType = z.ZodMiniType> {
  /** GET for a call that only reads, POST for a call that changes state. */
  readonly methods: readonly ['GET'] | readonly ['POST'];
  readonly path: `/office/api/${string}`;
  readonly roles: StaffAccess;
  /** The audit log records a state-changing call before it runs, and then its outcome. */
  readonly changesState: boolean;
  readonly idempotency?: Idempotency;
  /** A read of personal data, which the audit log records too. */
  readonly personal?: boolean;
  readonly subject?: StaffSubject;
  /** Media type of a success, which is a file instead of an envelope. */
  readonly answersFile?: string;
  /** Most bytes of the body, if more than the default. */
  readonly bodyBytes?: number;
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
}

/** A staff call that answers a StaffPage of rows, or all rows as CSV. */
export interface StaffListCall<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Row extends z.ZodMiniType = z.ZodMiniType,
> extends StaffCall<Input> {
  readonly row: Row;
  readonly file?: StaffFileRight;
  readonly fileWords?: FileWords;
}

/** The right to a list as a file, where it is narrower than the right to its pages. */
export interface StaffFileRight {
  readonly roles: readonly StaffRole[];
  /** Maximum rows of the file. */
  readonly mostRows: number;
}

/** A page of a list and the total number of rows. */
export interface StaffPage<Row> {
  readonly list: readonly Row[];
  readonly total: number;
}

/** Declares a staff call. Throws for a method that contradicts `changesState`. */
export function defineStaffCall<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  call: StaffCall<Input, Output>,
): StaffCall<Input, Output> {
  if (call.changesState !== (call.methods[0] === 'POST'))
    throw new Error(`${call.path}: a call that changes state must be a POST, any other call a GET`);
  return call;
}

/** Filters of a list by time: from the first moment on, and before the second. */
export const period = { from: z.optional(z.iso.datetime()), to: z.optional(z.iso.datetime()) };

/** Filters of a list that has a row for each UTC day: both days are part of it. */
export const days = { first_day: z.optional(z.iso.date()), last_day: z.optional(z.iso.date()) };

/** Input of every list in addition to its filters. */
const listing = { page, format: z._default(z.enum(['json', 'csv']), 'json') };

interface StaffList<Filters extends z.core.$ZodLooseShape, Row extends z.ZodMiniType> {
  readonly path: `/office/api/${string}`;
  readonly roles: readonly StaffRole[];
  readonly personal?: boolean;
  readonly subject?: StaffSubject;
  readonly file?: StaffFileRight;
  readonly summary: string;
  readonly filters: Filters;
  readonly row: Row;
  readonly fileWords?: FileWords;
}

/** Words for the numbers of a column in a file, by column. Readers of the file do not know the wire's numbers. */
export type FileWords = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Declares a list. Its input is the filters plus page and format. */
export function defineStaffList<Filters extends z.core.$ZodLooseShape, Row extends z.ZodMiniType>({
  filters,
  row,
  ...list
}: StaffList<Filters, Row>) {
  const input = z.object({ ...filters, ...listing });
  const output = z.object({ list: z.array(row), total: z.int() });
  return { ...list, methods: ['GET'] as const, changesState: false as const, input, output, row };
}

export type InputOfStaff<C extends StaffCall> = z.infer<C['input']>;
export type OutputOfStaff<C extends StaffCall> = z.infer<C['output']>;
