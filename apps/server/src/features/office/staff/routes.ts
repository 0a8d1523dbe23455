import { staffAccountCalls } from '@fairlot/contract';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { Countries } from '../../../platform/countries.ts';
import { staffContext } from '../../../security/secrets/sealing-context.ts';
import { acceptedTotpStep, newTotpSecret, totpSecretText, totpUri } from '../../../security/totp.ts';
import type { StaffSessionStore } from '../../../staff/session-store.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';
import type { IssuedLink, StaffActions } from './actions.ts';
import { isEasilyGuessed } from './guessable.ts';
import { presentMember, presentSelf } from './presenter.ts';
import type { StaffRow } from './queries.ts';
import type { RoleChanges } from './role-changes.ts';
import type { SetUp } from './set-up.ts';
import { type SignInDeps, checkCredentials, spendCode } from './sign-in.ts';

export interface StaffDeps extends SignInDeps {
  readonly actions: StaffActions;
  readonly roleChanges: RoleChanges;
  readonly setUp: SetUp;
  readonly sessions: StaffSessionStore;
  /** Name of the site, shown by authenticator apps. */
  readonly siteTitle: () => string;
  readonly countries: Countries;
}

/** Registers the calls for staff accounts: set-up, sign-in, second factor, sessions and roles. */
export function registerStaff(calls: StaffCalls, deps: StaffDeps): void {
  registerSignIn(calls, deps);
  registerEnrolment(calls, deps);
  registerOwnAccount(calls, deps);
  registerTeam(calls, deps);
}

function registerSignIn(calls: StaffCalls, deps: StaffDeps): void {
  const { setUp, sessions } = deps;

  calls.forVisitor(staffAccountCalls.staffLinkInfo, async ({ token }) => {
    const info = await setUp.info(token);
    return info.ok ? done({ name: info.data.name, expires_at: info.data.expiresAt.toISOString() }) : info;
  });

  calls.forVisitor(staffAccountCalls.staffSetUp, async ({ token, name, password }, context) => {
    const made = await setUp.use(token, name, password, (wanted) => context.record({ subject: `staff ${wanted}` }));
    if (!made.ok) return made;
    context.actor.staff = Number(made.data.id);
    context.about({ staff: { id: Number(made.data.id), name: made.data.name }, subject: `staff ${made.data.name}` });
    return done({ name: made.data.name });
  });

  calls.forVisitor(staffAccountCalls.staffSignIn, async ({ name, password, code }, context) => {
    const signedIn = await checkCredentials(deps, { name, password, code, address: context.address });
    const known = signedIn.ok ? signedIn.data : signedIn.knewPassword;
    if (known === undefined) context.actor.name = name;
    else {
      context.actor.staff = Number(known.id);
      context.about({ staff: { id: Number(known.id), name: known.name } });
    }
    if (!signedIn.ok) return signedIn;
    await context.record({});
    // Always issues a new token and ends the session of the browser's, to prevent session fixation.
    if (context.session !== undefined) await sessions.end(context.session.staff, context.session.id);
    context.keepToken(await sessions.open(Number(signedIn.data.id), context.address, context.agent));
    return done(presentSelf(signedIn.data));
  });

  calls.forStaff(staffAccountCalls.staffSignOut, async (_input, context) => {
    const { staff } = context;
    await sessions.end(staff.staff, staff.id);
    context.keepToken(undefined);
    return done({}, 'logged_out');
  });
}

function registerEnrolment(calls: StaffCalls, { queries, sessions, secrets, clock, siteTitle }: StaffDeps): void {
  calls.forStaff(staffAccountCalls.staffSelf, (_input, { staff }) =>
    done({ id: staff.staff, name: staff.name, roles: [...staff.roles], enrolled: staff.enrolled }),
  );

  calls.forStaff(staffAccountCalls.staffBeginEnrolment, async (_input, { staff }) => {
    const secret = newTotpSecret();
    if (!(await queries.setPendingSecret(staff.staff, secrets.seal(secret, staffContext(staff.staff)))))
      return refuse('record_changed');
    return done({ secret: totpSecretText(secret), uri: totpUri(secret, `${siteTitle()} Office`, staff.name) });
  });

  calls.forStaff(staffAccountCalls.staffFinishEnrolment, async ({ code }, context) => {
    const { staff } = context;
    const row = await queries.byId(staff.staff);
    if (row === undefined || row.totp_pending === null) return refuse('record_changed');
    const step = acceptedTotpStep(secrets.open(row.totp_pending, staffContext(staff.staff)), code, clock(), undefined);
    if (step === undefined) return refuse('second_factor_wrong');
    if (!(await queries.confirmSecret(staff.staff, row.totp_pending, step))) return refuse('record_changed');
    // A session opened with the password alone never gains full rights: it ends, and a new one with a new token
    // replaces it.
    await sessions.endAll(staff.staff);
    context.keepToken(await sessions.open(staff.staff, context.address, context.agent));
    return done(presentSelf({ ...row, totp_secret: row.totp_pending }));
  });
}

function registerOwnAccount(calls: StaffCalls, deps: StaffDeps): void {
  const { queries, passwords, sessions, throttle, countries } = deps;

  calls.forStaff(staffAccountCalls.staffChangePassword, async (input, { staff, address, agent, keepToken }) => {
    if (!throttle.take(address)) return refuse('too_many_requests');
    const row = await queries.byId(staff.staff);
    if (row === undefined || !(await passwords.matches(row.password_hash, input.password)))
      return refuse('staff_sign_in_refused');
    if (!(await spendCode(deps, row, input.code))) return refuse('staff_sign_in_refused');
    if (isEasilyGuessed(input.new_password, row.name)) return refuse('staff_password_known');
    const hash = await passwords.hash(input.new_password);
    const token = await queries.alone(async (db) => {
      await queries.setPassword(staff.staff, hash, db);
      await sessions.endAll(staff.staff, db);
      return sessions.open(staff.staff, address, agent, db);
    });
    keepToken(token);
    return done({});
  });

  calls.forStaff(staffAccountCalls.staffSessions, async (_input, { staff, language }) => {
    const list = await sessions.ofStaff(staff.staff);
    return done(
      list.map(({ id, address, agent, createdAt, lastSeenAt }) => ({
        id,
        address,
        country: countries.nameOf(address, language),
        agent,
        created_at: createdAt.toISOString(),
        last_seen_at: lastSeenAt.toISOString(),
        current: id === staff.id ? 1 : 0,
      })),
    );
  });

  calls.forStaff(staffAccountCalls.staffEndSession, async ({ id }, { staff }) =>
    (await sessions.end(staff.staff, id)) ? done({}) : refuse('unknown_record'),
  );
}

function registerTeam(calls: StaffCalls, { queries, actions, roleChanges }: StaffDeps): void {
  const present = async (row: StaffRow) => presentMember(row, await queries.nameOf(row.acts_for_id), null);
  const member = async (changed: Answer<StaffRow>) => (changed.ok ? done(await present(changed.data)) : changed);

  calls.forList(staffAccountCalls.staffMembers, async (period, slice) => {
    const { rows, total } = await queries.members(period, slice);
    return done({ list: rows.map((row) => presentMember(row, row.acts_for, row.last_seen_at)), total });
  });

  calls.forStaff(staffAccountCalls.staffInvite, async ({ name, roles, email }, { staff, language }) => {
    const invited = await actions.invite(name, roles, { by: staff.staff, email, language });
    return invited.ok ? done(presentLink(invited.data)) : invited;
  });

  calls.forStaff(staffAccountCalls.staffNewLink, async ({ id, email }, { staff, language }) => {
    const issued = await actions.newLink(id, { by: staff.staff, email, language });
    return issued.ok ? done(presentLink(issued.data)) : issued;
  });

  calls.forStaff(staffAccountCalls.staffConfirm, async ({ id }, { staff }) =>
    member(await actions.confirm(id, staff.staff)),
  );
  calls.forStaff(staffAccountCalls.staffSetRoles, async ({ id, roles, seen }, { staff }) => {
    const set = await roleChanges.set(id, { roles, seen }, staff);
    return set.ok ? done({ ...(await present(set.data.staff)), proposal: set.data.proposal }) : set;
  });
  calls.forStaff(staffAccountCalls.staffDisable, async ({ id }) => member(await actions.setDisabled(id, true)));
  calls.forStaff(staffAccountCalls.staffEnable, async ({ id }) => member(await actions.setDisabled(id, false)));
}

/** The token is in the answer only where no mail is sent. */
function presentLink({ id, link: { token, expiresAt }, sentTo }: IssuedLink) {
  return { id, token: sentTo === null ? token : null, sent_to: sentTo, expires_at: expiresAt.toISOString() };
}
