import { z } from 'zod/mini';
import { page } from '../scalar.ts';

/** What a member of staff may be; one person may have several roles. docs/security.md says what each may do. */
export const STAFF_ROLES = ['support', 'compliance', 'finance', 'dealer', 'administrator'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/**
 * Who may make a staff call: one of the roles; `enrolling`, anybody with an office session, even before the second factor
 * is set up; or `visitor`, anybody (signing in, the set-up link).
 */
export type StaffAccess = readonly StaffRole[] | 'enrolling' | 'visitor';

/** Header without which the office changes nothing. A page of another site can't send it. */
export const OFFICE_HEADER = 'x-fairlot-office';
/** Its value where the page asks by itself: such calls do not keep the session of somebody who is away alive. */
export const OFFICE_BACKGROUND = 'background';

/** What a call is about: the kind of the record and the field of the input that names it. */
export interface StaffSubject {
  readonly kind: string;
  readonly field: string;
}

/** One call of the back office. A list is asked with `page`, or with `format=csv` for all of it as a file. */
export interface StaffCall<Input extends z.ZodMiniType = z.ZodMiniType, Output extends z.ZodMiniType = z.ZodMiniType> {
  /** What is only read is a GET, what changes anything a POST. */
  readonly methods: readonly ['GET'] | readonly ['POST'];
  readonly path: `/office/api/${string}`;
  readonly roles: StaffAccess;
  /** Every change is written to the audit log, before it is tried and when its outcome is known. */
  readonly changesState: boolean;
  /** Reads of what belongs to one person are written to the audit log as well. */
  readonly personal?: boolean;
  readonly subject?: StaffSubject;
  /** A success is no envelope but a file of this type. */
  readonly answersFile?: string;
  /** Most bytes of the body, where it needs more than usual. */
  readonly bodyBytes?: number;
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
}

/** A staff call that answers a page of rows, or all of them as CSV. Its output is a StaffPage of rows. */
export interface StaffListCall<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Row extends z.ZodMiniType = z.ZodMiniType,
> extends StaffCall<Input> {
  readonly row: Row;
}

/** A page of a list, and how many rows there are in all. */
export interface StaffPage<Row> {
  readonly list: readonly Row[];
  readonly total: number;
}

/** Declares a staff call. Throws when its parts contradict each other. */
export function defineStaffCall<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  call: StaffCall<Input, Output>,
): StaffCall<Input, Output> {
  if (call.changesState !== (call.methods[0] === 'POST'))
    throw new Error(`${call.path}: what changes state is a POST, what does not is a GET`);
  return call;
}

/** What every list takes beside its filters. */
const listing = { page, format: z._default(z.enum(['json', 'csv']), 'json') };

interface StaffList<Filters extends z.core.$ZodLooseShape, Row extends z.ZodMiniType> {
  readonly path: `/office/api/${string}`;
  readonly roles: readonly StaffRole[];
  readonly personal?: boolean;
  readonly subject?: StaffSubject;
  readonly summary: string;
  readonly filters: Filters;
  readonly row: Row;
}

/** Declares a list: its filters become the input, together with page and format. */
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
