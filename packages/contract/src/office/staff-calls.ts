import { auditCalls } from './audit.ts';
import { staffAccountCalls } from './staff.ts';

/** Every call of the back office, by its name in our code. */
export const staffCalls = { ...staffAccountCalls, ...auditCalls } as const;
export type StaffCallName = keyof typeof staffCalls;
