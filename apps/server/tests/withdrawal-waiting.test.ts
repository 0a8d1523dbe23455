import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@fairlot/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bank, boundAddress, fundedUser, openBank } from './support/money.ts';
import { draw, signIn, withAuthenticator } from './support/owner-calls.ts';
import { type RealUser, lastCode } from './support/real-user.ts';

const WAIT_HOURS = 24;

let waiting: Bank;
beforeAll(async () => {
  waiting = await openBank({ FAIRLOT_TRUSTED_PROXIES: '127.0.0.0/8' }, { withdrawal_wait_hours: WAIT_HOURS });
});
afterAll(() => waiting.server.stop());

/** Times from which the first method and the session can be used. */
const usable = async (user: RealUser, from?: string) => {
  const options = { token: user.token, ...(from === undefined ? {} : { from }) };
  const [methods, bounds] = [
    await waiting.server.call('drawMethods', { draw_type: 1 }, options),
    await waiting.server.call('amountBounds', {}, options),
  ];
  return [methods.envelope.data[0]?.usable_from ?? null, bounds.envelope.data.withdrawable_from] as const;
};
const later = (hours: number): void => {
  waiting.clock.time += hours * HOUR_MS;
};

describe('a withdrawal with something new', () => {
  /** Funded before the clock moves, because sessions of staff end soon. */
  let users: RealUser[];
  beforeAll(async () => {
    users = [];
    for (let user = 0; user < 3; user += 1) users.push(await fundedUser(waiting, '500'));
  });
  const nextUser = (): RealUser => {
    const user = users.pop();
    if (user === undefined) throw new Error('there are not enough users');
    return user;
  };
  it('waits after a new method, and the user sees until when', async () => {
    const user = nextUser();
    later(WAIT_HOURS);
    const method = await boundAddress(waiting, user);
    const until = new Date(waiting.clock.time + WAIT_HOURS * HOUR_MS).toISOString();
    expect(await usable(user)).toEqual([until, null]);
    expect(await draw(waiting, user.token, method, { password: user.password })).toMatchObject({
      reason: 'withdrawal_waits',
      detail: { hours: String(WAIT_HOURS), until },
    });
    later(WAIT_HOURS);
    expect(await usable(user)).toEqual([null, null]);
    expect((await draw(waiting, user.token, method, { password: user.password })).reason).toBe('ok');
  });

  it('waits after a sign-in from a new device, but not on the device that is known', async () => {
    const user = nextUser();
    const method = await boundAddress(waiting, user);
    later(WAIT_HOURS);
    const proof = { password: user.password };
    const thief = (await signIn(waiting, user, '203.0.113.9')).data.token;
    const refused = await draw(waiting, thief, method, proof, randomUUID(), '203.0.113.9');
    expect(refused.reason).toBe('withdrawal_waits');
    const again = (await signIn(waiting, user)).data.token;
    expect((await draw(waiting, again, method, proof)).reason).toBe('ok');
    expect((await draw(waiting, user.token, method, proof)).reason).toBe('ok');
    later(WAIT_HOURS);
    expect((await draw(waiting, thief, method, proof, randomUUID(), '203.0.113.9')).reason).toBe('ok');
  });

  it('waits after a new password, and after the authenticator was turned on or off', async () => {
    const user = nextUser();
    const method = await boundAddress(waiting, user);
    later(WAIT_HOURS);
    const { server } = waiting;
    await server.call('sendEmail', { to: user.email, type: 2 });
    const password = 'another quiet harbour';
    const changed = await server.call(
      'amendPassword',
      {
        old_password: user.password,
        new_password: password,
        secondary_password: password,
        auth_code: await lastCode(server, user.email),
      },
      { token: user.token },
    );
    expect(changed.envelope.reason).toBe('ok');
    const owner = { ...user, password, token: changed.envelope.data.token };
    expect((await draw(waiting, owner.token, method, { password })).reason).toBe('withdrawal_waits');
    later(WAIT_HOURS);
    const nextCode = await withAuthenticator(waiting, owner);
    expect((await draw(waiting, owner.token, method, { totp: nextCode() })).reason).toBe('withdrawal_waits');
    later(WAIT_HOURS);
    await server.call('totpRemove', { password, code: nextCode() }, { token: owner.token });
    expect((await draw(waiting, owner.token, method, { password })).reason).toBe('withdrawal_waits');
    later(WAIT_HOURS);
    expect((await draw(waiting, owner.token, method, { password })).reason).toBe('ok');
  });
});
