import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { totpCode, totpStep } from '../../src/security/totp.ts';
import type { Bank } from './money.ts';
import { fromBase32 } from './office.ts';
import { type RealUser, sentTo } from './real-user.ts';

/** An example address from EIP-55. */
const OTHER_ADDRESS = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

/** The fields of the owner's proof. */
export type Proof = Readonly<Record<string, string>>;
/** Binds a method. */
export const bind = async (at: Bank, { token }: RealUser, proof: Proof, key: string = randomUUID()) =>
  (
    await at.server.call(
      'bindDrawMethod',
      { type: 1, draw_id: at.coin, dc_address: OTHER_ADDRESS, ...proof },
      { token, key },
    )
  ).envelope;
/** Asks for a withdrawal of 50 dollars. */
export const draw = async (
  at: Bank,
  token: string,
  method: number,
  proof: Proof,
  key: string = randomUUID(),
  from?: string,
) =>
  (
    await at.server.call(
      'draw',
      { draw_currency_id: at.coin, number: '50', memo: '', draw_method_id: method, ...proof },
      { token, key, ...(from === undefined ? {} : { from }) },
    )
  ).envelope;
/** Signs in with the password alone, from an address. */
export const signIn = async (at: Bank, user: RealUser, from?: string) =>
  (await at.server.call('login', { account: user.email, password: user.password }, from === undefined ? {} : { from }))
    .envelope;
/** The messages to a user that warn of a deed. */
export const warnings = async (at: Bank, user: RealUser) =>
  (await sentTo(at.server, user.email)).filter(({ template }) =>
    ['method_bound', 'withdrawal_requested'].includes(template),
  );
/** Turns the authenticator on. Returns codes that were not used yet; each call moves the clock. */
export async function withAuthenticator(at: Bank, user: RealUser): Promise<() => string> {
  const { token, password } = user;
  const { secret } = (await at.server.call('totpBegin', { password }, { token })).envelope.data;
  const next = (): string => {
    at.clock.time += 30_000;
    return totpCode(fromBase32(secret), totpStep(at.clock.time));
  };
  expect((await at.server.call('totpConfirm', { code: next() }, { token })).envelope.reason).toBe('ok');
  return next;
}
