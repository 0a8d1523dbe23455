import { accountCalls } from './account.ts';
import { authCalls } from './auth.ts';
import { forexCalls } from './forex.ts';
import { fundingCalls } from './funding.ts';
import { imageCalls } from './image.ts';
import { ledgerCalls } from './ledger.ts';
import { siteCalls } from './site.ts';

/** Every HTTP call of the platform, by its name in our code. */
export const calls = { ...accountCalls, ...authCalls, ...forexCalls, ...fundingCalls, ...imageCalls, ...ledgerCalls, ...siteCalls } as const;
export type CallName = keyof typeof calls;

export * from './account.ts';
export * from './auth.ts';
export * from './call.ts';
export * from './codes.ts';
export * from './constants.ts';
export * from './forex.ts';
export * from './funding.ts';
export * from './image.ts';
export * from './ledger.ts';
export * from './office/audit.ts';
export * from './office/call.ts';
export * from './office/dashboards.ts';
export * from './office/funding.ts';
export * from './office/images.ts';
export * from './office/instruments.ts';
export * from './office/settings.ts';
export * from './office/staff-calls.ts';
export * from './office/staff.ts';
export * from './office/users.ts';
export * from './realtime.ts';
export * from './scalar.ts';
export * from './site.ts';
