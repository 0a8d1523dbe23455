import { accountCalls, authCalls } from '@fairlot/contract';
import type { DoneKey } from '../../http/answer-text.ts';
import { type Answer, done, refuse } from '../../http/answer.ts';
import type { Calls } from '../../http/calls.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Countries } from '../../platform/countries.ts';
import { committedAccount } from '../../trading/committed-account.ts';
import type { TradingHost } from '../../trading/port.ts';
import type { Authenticator } from './authenticator.ts';
import type { DemoSignIn } from './demo.ts';
import type { FactorResetRequests } from './factor-reset-requests.ts';
import type { FreezeLinks, RecordFreeze } from './freeze-links.ts';
import type { NewPassword } from './new-password.ts';
import { presentUser } from './presenter.ts';
import type { OwnerCheck } from './owner-check.ts';
import type { UserQueries } from './queries.ts';
import type { Registration } from './registration.ts';
import type { IssuedSession } from './session-issuer.ts';
import type { SessionStore } from './session-store.ts';
import type { SignIn } from './sign-in.ts';
import type { UserEventQueries } from './user-event-queries.ts';
import { USER_EVENTS_KEPT_MS } from './user-events.ts';

export interface AuthDeps {
  readonly users: UserQueries;
  readonly sessions: SessionStore;
  readonly trading: TradingHost;
  readonly demo: DemoSignIn;
  readonly signIn: SignIn;
  readonly registration: Registration;
  readonly newPassword: NewPassword;
  readonly authenticator: Authenticator;
  readonly factorResets: FactorResetRequests;
  readonly countries: Countries;
  readonly owner: OwnerCheck;
  readonly events: UserEventQueries;
  readonly clock: Clock;
  readonly freezeLinks: FreezeLinks;
  /** Writes a freeze by its owner to the audit log. */
  readonly recordFreeze: RecordFreeze;
}

/** Registers the calls for demo accounts, sign-in, registration, the user's data and passwords. */
export function registerAuth(calls: Calls, deps: AuthDeps): void {
  const { users, trading } = deps;
  const present = async (issued: Answer<IssuedSession>, says?: DoneKey) => {
    if (!issued.ok) return issued;
    const { token, user } = issued.data;
    const account = await committedAccount(trading, user.id);
    return account === undefined ? refuse('not_ready') : done({ token, user: presentUser(user, account) }, says);
  };

  calls.forVisitor(accountCalls.createDemo, async (input, context) => {
    const issued = await deps.demo.signIn(input.demo_id, context);
    const presented = await present(issued);
    return presented.ok && issued.ok
      ? done({ ...presented.data, demo_id: issued.data.demoId })
      : (presented as Answer<never>);
  });
  calls.forVisitor(authCalls.login, async (input, context) => present(await deps.signIn.signIn(input, context)));
  calls.forVisitor(authCalls.register, async (input, context) => {
    const registered = await deps.registration.register(input, context);
    if (registered.ok) context.actor.user = registered.data.user.id;
    return present(registered, 'registered');
  });
  calls.forVisitor(authCalls.freezeByLink, ({ token }, context) =>
    deps.freezeLinks.use(token, context, deps.recordFreeze),
  );
  calls.forVisitor(authCalls.forgetPassword, (input, context) => deps.newPassword.forgotten(input, context));
  calls.forVisitor(authCalls.askFactorReset, (input, context) => deps.factorResets.ask(input, context));
  calls.forUser(authCalls.amendPassword, (input, context) => deps.newPassword.amend(input, context));

  calls.forUser(accountCalls.userInfo, async (_input, { session }) => {
    const user = await users.byId(session.account);
    if (user === undefined) return refuse('session_invalid');
    const account = await committedAccount(trading, user.id);
    return account === undefined ? refuse('unknown_account') : done(presentUser(user, account));
  });
  calls.forUser(accountCalls.logout, async (_input, { session }) => {
    await deps.sessions.end(session.account, session.id);
    return done({}, 'logged_out');
  });
  registerOwnSafety(calls, deps);
}

/** Registers the calls for the user's sessions and authenticator. */
function registerOwnSafety(calls: Calls, deps: AuthDeps): void {
  const { sessions, authenticator, factorResets, countries, owner, events } = deps;
  calls.forUser(authCalls.userEvents, async ({ before }, { session, language }) => {
    const since = new Date(deps.clock() - USER_EVENTS_KEPT_MS);
    const rows = await events.ofUser(session.account, since, before);
    return done(
      rows.map(({ user: _user, at, ...rest }) => ({
        ...rest,
        at: at.toISOString(),
        country: rest.address === '' ? '' : countries.nameOf(rest.address, language),
      })),
    );
  });
  calls.forUser(authCalls.userSessions, async (_input, { session, language }) =>
    done(
      (await sessions.list(session.account)).map((record) => ({
        id: record.id,
        created_at: record.createdAt.toISOString(),
        last_seen_at: record.lastSeenAt.toISOString(),
        address: record.address,
        country: countries.nameOf(record.address, language),
        agent: record.agent,
        current: record.id === session.id ? 1 : 0,
      })),
    ),
  );
  calls.forUser(authCalls.endSession, async ({ id, ...proof }, context) => {
    const { session } = context;
    if (session.kind === 'real' && id !== session.id) {
      const refusal = await owner.inTurn(session.account, () => owner.confirm(context, proof));
      if (refusal !== undefined) return refusal;
    }
    await (id === undefined ? sessions.endAll(session.account, session.id) : sessions.end(session.account, id));
    return done({}, id === undefined ? 'sessions_ended' : 'session_ended');
  });
  calls.forUser(authCalls.totpState, async (_input, context) => done(await authenticator.state(context)));
  calls.forUser(authCalls.cancelFactorReset, async (_input, { session }) => {
    await factorResets.cancel(session.account, 'owner');
    return done({});
  });
  calls.forUser(authCalls.totpBegin, (input, context) => authenticator.begin(input.password, input.code, context));
  calls.forUser(authCalls.totpConfirm, (input, context) => authenticator.confirm(input.code, context));
  calls.forUser(authCalls.totpRecovery, (input, context) =>
    authenticator.renewRecovery(input.password, input.code, context),
  );
  calls.forUser(authCalls.totpRemove, (input, context) => authenticator.remove(input.password, input.code, context));
}
