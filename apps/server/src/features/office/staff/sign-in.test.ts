import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { StaffLoginThrottle } from './login-throttle.ts';
import { type SignInDeps, checkCredentials, spendCode } from './sign-in.ts';
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

describe('checkCredentials', () => {
  it('delays the answers after wrong codes like those after wrong passwords, which tells nobody a right password', async () => {
    const wrong = await delaysOf('wrong');
    expect(wrong.at(-1)).toBeGreaterThan(0);
    expect(await delaysOf('right')).toEqual(wrong);
  });
});

/** The delays before the answers to sign-ins with wrong codes, with a password that is `right` or not. */
async function delaysOf(password: string): Promise<readonly number[]> {
  const delays: number[] = [];
  const staff = { id: 1n, name: 'vera', password_hash: 'x', totp_secret: randomBytes(20), disabled_at: null };
  const deps = {
    queries: {
      byName: () => Promise.resolve(staff),
      usedStep: () => Promise.resolve(undefined),
      useStep: () => Promise.resolve(false),
    },
    passwords: { matches: (_hash: string, given: string) => Promise.resolve(given === 'right') },
    throttle: new StaffLoginThrottle(() => 0),
    secrets: { open: () => Buffer.alloc(20) },
    clock: () => 1_800_000_000_000,
    pause: (ms: number) => Promise.resolve(void delays.push(ms)),
  } as unknown as SignInDeps;
  for (let turn = 0; turn < 8; turn += 1) {
    const credentials = { name: 'Vera', password, code: '000000', address: `10.0.${turn}.1` };
    expect(await checkCredentials(deps, credentials)).toMatchObject({ reason: 'staff_sign_in_refused' });
  }
  return delays;
}
