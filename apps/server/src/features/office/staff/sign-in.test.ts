import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { StaffLoginThrottle } from './login-throttle.ts';
import { type SignInDeps, spendCode } from './sign-in.ts';
import type { StaffRow } from './queries.ts';

describe('spendCode', () => {
  it('counts guesses that arrive at once like guesses in a row', async () => {
    let compared = 0;
    const queries = {
      usedStep: async () => {
        compared += 1;
        await Promise.resolve();
        return undefined;
      },
      useStep: () => Promise.resolve(false),
    };
    const deps = {
      queries,
      throttle: new StaffLoginThrottle(() => 0),
      secrets: { open: () => Buffer.alloc(20) },
      clock: () => 1_800_000_000_000,
    } as unknown as SignInDeps;
    const staff = { id: 1n, totp_secret: randomBytes(20) } as unknown as StaffRow;
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => spendCode(deps, staff, '000000')));
    expect(outcomes).not.toContain(true);
    expect(compared).toBe(5);
  });
});
