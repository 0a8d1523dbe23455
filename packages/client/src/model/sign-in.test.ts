import { authCalls } from '@fairlot/contract';
import { describe, expect, it } from 'vitest';
import type { Reader } from './read.ts';
import { changePassword, register, resetPassword, sendCode, signIn } from './sign-in.ts';

const USER = {
  id: 1,
  uid: 'u-1',
  email: '',
  mobile: '+4366012345',
  is_demo: 0,
  invite_code: '',
  balance: '0',
  lock_balance: '0',
};
const MOBILE = { type: 'mobile', account: '66012345', areaId: 43 } as const;
const EMAIL = { type: 'email', account: 'ada@example.com', areaId: undefined } as const;
const PASSWORD = { password: 'p-1', again: 'p-2', code: '123456' };

/** Returns the first call that a function makes, and checks its input against the contract. */
async function asked(act: (api: Reader) => Promise<unknown>): Promise<unknown> {
  const calls: [name: string, input: unknown][] = [];
  const call = async (name: keyof typeof authCalls, input: unknown): Promise<unknown> => {
    expect(authCalls[name].input.safeParse(input).success).toBe(true);
    calls.push([name, input]);
    return { token: 't', user: USER };
  };
  await act({ call: call as Reader['call'] });
  return calls[0];
}

describe('the calls of the sign-in screens', () => {
  it('sign in, with a second factor if required', async () => {
    expect(await asked((api) => signIn(api, EMAIL, { password: 'p', totp: undefined }, {}))).toEqual([
      'login',
      { login_type: 'email', account: 'ada@example.com', area_id: '', password: 'p' },
    ]);
    expect(await asked((api) => signIn(api, MOBILE, { password: 'p', totp: '1', key: 'k', captcha: 'c' }, {}))).toEqual(
      [
        'login',
        {
          login_type: 'mobile',
          account: '66012345',
          area_id: 43,
          password: 'p',
          totp: '1',
          key: 'k',
          captcha: 'c',
        },
      ],
    );
  });

  it('keep an account that is being closed', async () => {
    expect(await asked((api) => signIn(api, EMAIL, { password: 'p', totp: undefined, reopen: true }, {}))).toEqual([
      'login',
      { login_type: 'email', account: 'ada@example.com', area_id: '', password: 'p', reopen: 1 },
    ]);
  });

  it('register an account', async () => {
    const given = { ...PASSWORD, invite: 'ADA', consent: true };
    expect(await asked((api) => register(api, MOBILE, given, {}))).toEqual([
      'register',
      {
        type: 'mobile',
        area_id: 43,
        account: '66012345',
        password: 'p-1',
        re_password: 'p-2',
        sms_code: '123456',
        invite_code: 'ADA',
        risk_consent: true,
      },
    ]);
  });

  it('set a new password with a code', async () => {
    const secrets = { new_password: 'p-1', secondary_password: 'p-2', auth_code: '123456' };
    expect(await asked((api) => resetPassword(api, EMAIL, PASSWORD, {}))).toEqual([
      'forgetPassword',
      { type: 'email', account: 'ada@example.com', area_id: '', ...secrets },
    ]);
    expect(await asked((api) => changePassword(api, { ...PASSWORD, old: 'p-0' }, {}))).toEqual([
      'amendPassword',
      { old_password: 'p-0', ...secrets },
    ]);
  });

  it('send a code to the account’s address or number', async () => {
    expect(await asked((api) => sendCode(api, 'register', EMAIL, {}, {}))).toEqual([
      'sendEmail',
      { to: 'ada@example.com', type: 1 },
    ]);
    expect(await asked((api) => sendCode(api, 'reset', MOBILE, { key: 'k', captcha: 'c' }, {}))).toEqual([
      'sendSms',
      { to: '66012345', area_id: 43, type: 2, key: 'k', captcha: 'c' },
    ]);
  });
});
