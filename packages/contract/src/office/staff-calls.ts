import { auditCalls } from './audit.ts';
import { settingsCalls } from './settings.ts';
import { staffAccountCalls } from './staff.ts';

/** Every call of the back office, by its name in our code. */
export const staffCalls = { ...staffAccountCalls, ...auditCalls, ...settingsCalls } as const;
export type StaffCallName = keyof typeof staffCalls;
