import { passkeyCalls } from '@fairlot/contract';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { CallContext, Calls } from '../../../http/calls.ts';
import { committedAccount } from '../../../trading/committed-account.ts';
import type { TradingHost } from '../../../trading/port.ts';
import { presentUser } from '../presenter.ts';
import type { UserQueries } from '../queries.ts';
import type { IssuedSession } from '../session-issuer.ts';
import type { SignIn } from '../sign-in.ts';
import type { Assertions } from './assertions.ts';
import type { OwnPasskeys } from './own-passkeys.ts';

export interface PasskeyDeps {
  readonly users: UserQueries;
  readonly trading: TradingHost;
  readonly signIn: Pick<SignIn, 'enter'>;
  readonly assertions: Assertions;
  readonly own: OwnPasskeys;
}

/** Registers the calls for passkeys. */
export function registerPasskeys(calls: Calls, deps: PasskeyDeps): void {
  const { assertions, own, trading } = deps;
  calls.forVisitor(passkeyCalls.passkeyOptions, () => assertions.options());
  calls.forVisitor(passkeyCalls.passkeyCode, ({ credential }, context) => assertions.code(credential, context));
  calls.forVisitor(passkeyCalls.passkeySignIn, async ({ credential, reopen }, context) => {
    const owner = await assertions.ownerOf(credential, context);
    const issued = owner.ok ? await enter(deps, owner.data, reopen, context) : owner;
    if (!issued.ok) return issued;
    const { token, user } = issued.data;
    const account = await committedAccount(trading, user.id);
    return account === undefined ? refuse('not_ready') : done({ token, user: presentUser(user, account) });
  });
  calls.forUser(passkeyCalls.passkeys, async (_input, { session }) => done(await own.list(session.account)));
  calls.forUser(passkeyCalls.passkeyBegin, (proof, context) => own.begin(proof, context));
  calls.forUser(passkeyCalls.passkeyAdd, ({ name, credential }, context) => own.add(name, credential, context));
  calls.forUser(passkeyCalls.passkeyRemove, ({ id, ...proof }, context) => own.remove(id, proof, context));
}

async function enter(
  { users, signIn }: PasskeyDeps,
  owner: number,
  reopen: boolean,
  context: CallContext,
): Promise<Answer<IssuedSession>> {
  const known = await users.credentials(owner);
  if (known === undefined) return refuse('passkey_failed');
  context.actor.user = owner;
  if (known.blocked) return refuse('account_blocked');
  return signIn.enter(known, reopen, context, () => Promise.resolve(known.passwordHash));
}
