import { accountCalls, authCalls } from '@fairlot/contract';
import type { Answer } from '../../platform/answer.ts';
import { done, refuse } from '../../platform/answer.ts';
import type { Calls } from '../../platform/calls.ts';
import type { DoneKey } from '../../platform/messages.ts';
import { committedAccount } from '../../trading/committed-account.ts';
import type { TradingHost } from '../../trading/port.ts';
import type { Authenticator } from './authenticator.ts';
import type { DemoSignIn } from './demo.ts';
import type { Entered } from './entrance.ts';
import type { NewPassword } from './new-password.ts';
import { presentUser } from './presenter.ts';
import type { UserQueries } from './queries.ts';
import type { Registration } from './registration.ts';
import type { SessionStore } from './session-store.ts';
import type { SignIn } from './sign-in.ts';

export interface AuthParts {
  readonly users: UserQueries;
  readonly sessions: SessionStore;
  readonly trading: TradingHost;
  readonly demo: DemoSignIn;
  readonly signIn: SignIn;
  readonly registration: Registration;
  readonly newPassword: NewPassword;
  readonly authenticator: Authenticator;
}

/** Coming in: demo, password, registration; the user; passwords. */
export function registerAuth(calls: Calls, parts: AuthParts): void {
  const { users, trading } = parts;
  const welcome = async (entered: Answer<Entered>, says?: DoneKey) => {
    if (!entered.ok) return entered;
    const { token, user } = entered.data;
    const account = await committedAccount(trading, user.id);
    return account === undefined ? refuse('not_ready') : done({ token, user: presentUser(user, account) }, says);
  };

  calls.forVisitor(accountCalls.createDemo, async (input, context) => {
    const entered = await parts.demo.signIn(input.demo_id, context);
    const welcomed = await welcome(entered);
    return welcomed.ok && entered.ok
      ? done({ ...welcomed.data, demo_id: entered.data.demoId })
      : (welcomed as Answer<never>);
  });
  calls.forVisitor(authCalls.login, async (input, context) => welcome(await parts.signIn.signIn(input, context)));
  calls.forVisitor(authCalls.register, async (input, context) =>
    welcome(await parts.registration.register(input, context), 'registered'),
  );
  calls.forVisitor(authCalls.forgetPassword, (input, context) => parts.newPassword.forgotten(input, context));
  calls.forUser(authCalls.amendPassword, (input, context) => parts.newPassword.amend(input, context));

  calls.forUser(accountCalls.userInfo, async (_input, { session }) => {
    const user = await users.byId(session.account);
    if (user === undefined) return refuse('session_invalid');
    const account = await committedAccount(trading, user.id);
    return account === undefined ? refuse('unknown_account') : done(presentUser(user, account));
  });
  calls.forUser(accountCalls.logout, async (_input, { session }) => {
    await parts.sessions.end(session.account, session.id);
    return done({}, 'logged_out');
  });
  registerOwnSafety(calls, parts);
}

/** What users do for the safety of their own account: sessions and authenticator. */
function registerOwnSafety(calls: Calls, { sessions, authenticator }: AuthParts): void {
  calls.forUser(authCalls.userSessions, async (_input, { session }) =>
    done(
      (await sessions.list(session.account)).map((record) => ({
        id: record.id,
        created_at: record.createdAt.toISOString(),
        last_seen_at: record.lastSeenAt.toISOString(),
        address: record.address,
        agent: record.agent,
        current: record.id === session.id ? 1 : 0,
      })),
    ),
  );
  calls.forUser(authCalls.endSession, async ({ id }, { session }) => {
    await (id === undefined ? sessions.endAll(session.account, session.id) : sessions.end(session.account, id));
    return done({}, id === undefined ? 'sessions_ended' : 'session_ended');
  });
  calls.forUser(authCalls.totpState, async (_input, context) => done(await authenticator.state(context)));
  calls.forUser(authCalls.totpBegin, (input, context) => authenticator.begin(input.password, context));
  calls.forUser(authCalls.totpConfirm, (input, context) => authenticator.confirm(input.code, context));
  calls.forUser(authCalls.totpRecovery, (input, context) =>
    authenticator.renewRecovery(input.password, input.code, context),
  );
  calls.forUser(authCalls.totpRemove, (input, context) => authenticator.remove(input.password, input.code, context));
}
