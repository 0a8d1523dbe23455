import { staffAccountCalls } from '@fairlot/contract';
import type { Kysely } from 'kysely';
import { pause } from '../../../db/pause.ts';
import type { Tables } from '../../../db/tables/index.ts';
import { done, refuse } from '../../../platform/answer.ts';
import type { Clock } from '../../../platform/clock.ts';
import { Passwords } from '../../../platform/passwords.ts';
import { ofStaff } from '../../../platform/secrets/seal-all.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import type { StaffCalls } from '../../../platform/staff-calls.ts';
import { acceptedTotpStep, newTotpSecret, totpSecretText, totpUri } from '../../../platform/totp.ts';
import { SignInAttempts } from './attempts.ts';
import { isEasilyGuessed } from './guessable.ts';
import { presentMember, presentSelf } from './presenter.ts';
import { StaffQueries } from './queries.ts';
import type { StaffSessionStore } from './session-store.ts';
import { SetUp } from './set-up.ts';
import type { NewLink } from './set-up.ts';
import { checkCredentials, spendCode } from './sign-in.ts';
import type { SignInDeps } from './sign-in.ts';
import { Team } from './team.ts';

export interface StaffDeps {
  readonly kysely: Kysely<Tables>;
  readonly sessions: StaffSessionStore;
  readonly secrets: Secrets;
  readonly clock: Clock;
  /** Name of the site, which authenticators show. */
  readonly title: () => string;
}

interface Parts extends SignInDeps {
  readonly setUp: SetUp;
  readonly team: Team;
  readonly sessions: StaffSessionStore;
  readonly title: () => string;
}

/** Staff accounts: set-up, signing in, second factor, sessions, and who may do what. Returns how the first administrator gets in. */
export function registerStaff(
  calls: StaffCalls,
  { kysely, sessions, secrets, clock, title }: StaffDeps,
): { firstLink(): Promise<NewLink | undefined> } {
  const queries = new StaffQueries(kysely);
  const passwords = new Passwords();
  const setUp = new SetUp(queries, passwords, clock);
  const team = new Team({ queries, sessions, setUp, clock });
  const parts: Parts = {
    queries,
    passwords,
    attempts: new SignInAttempts(clock),
    secrets,
    clock,
    pause,
    setUp,
    team,
    sessions,
    title,
  };
  registerEntrance(calls, parts);
  registerEnrolment(calls, parts);
  registerOwnAccount(calls, parts);
  registerTeam(calls, parts);
  return { firstLink: () => setUp.firstLink() };
}

function registerEntrance(calls: StaffCalls, parts: Parts): void {
  const { setUp, sessions } = parts;

  calls.forVisitor(staffAccountCalls.staffLinkInfo, async ({ token }) => {
    const info = await setUp.info(token);
    return info.ok ? done({ name: info.data.name, expires_at: info.data.expiresAt.toISOString() }) : info;
  });

  calls.forVisitor(staffAccountCalls.staffSetUp, async ({ token, name, password }, context) => {
    const made = await setUp.use(token, name, password);
    if (!made.ok) return made;
    context.about({ staff: { id: Number(made.data.id), name: made.data.name }, subject: `staff ${made.data.name}` });
    return done({ name: made.data.name });
  });

  calls.forVisitor(staffAccountCalls.staffSignIn, async ({ name, password, code }, context) => {
    const signedIn = await checkCredentials(parts, { name, password, code, address: context.address });
    const known = signedIn.ok ? signedIn.data : signedIn.knewPassword;
    if (known !== undefined) context.about({ staff: { id: Number(known.id), name: known.name } });
    if (!signedIn.ok) return signedIn;
    // Whatever token the browser brought along is not made a session's: a new one is drawn.
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

function registerEnrolment(calls: StaffCalls, { queries, sessions, secrets, clock, title }: Parts): void {
  calls.forStaff(staffAccountCalls.staffSelf, (_input, { staff }) =>
    done({ id: staff.staff, name: staff.name, roles: [...staff.roles], enrolled: staff.enrolled }),
  );

  calls.forStaff(staffAccountCalls.staffBeginEnrolment, async (_input, { staff }) => {
    const secret = newTotpSecret();
    if (!(await queries.setPendingSecret(staff.staff, secrets.seal(secret, ofStaff(staff.staff)))))
      return refuse('record_changed');
    return done({ secret: totpSecretText(secret), uri: totpUri(secret, `${title()} Office`, staff.name) });
  });

  calls.forStaff(staffAccountCalls.staffFinishEnrolment, async ({ code }, context) => {
    const { staff } = context;
    const row = await queries.byId(staff.staff);
    if (row === undefined || row.totp_pending === null) return refuse('record_changed');
    const step = acceptedTotpStep(secrets.open(row.totp_pending, ofStaff(staff.staff)), code, clock(), undefined);
    if (step === undefined) return refuse('second_factor_wrong');
    if (!(await queries.confirmSecret(staff.staff, row.totp_pending, step))) return refuse('record_changed');
    // A session that was made with the password alone does not become a full one: it gets a token that nobody had before.
    await sessions.endAll(staff.staff);
    context.keepToken(await sessions.open(staff.staff, context.address, context.agent));
    return done(presentSelf({ ...row, totp_secret: row.totp_pending }));
  });
}

function registerOwnAccount(calls: StaffCalls, parts: Parts): void {
  const { queries, passwords, sessions, attempts } = parts;

  calls.forStaff(staffAccountCalls.staffChangePassword, async (input, { staff, address }) => {
    if (!attempts.take(address)) return refuse('too_many_requests');
    const row = await queries.byId(staff.staff);
    if (row === undefined || !(await passwords.matches(row.password_hash, input.password)))
      return refuse('staff_sign_in_refused');
    if (!(await spendCode(parts, row, input.code))) return refuse('staff_sign_in_refused');
    if (isEasilyGuessed(input.new_password, row.name)) return refuse('staff_password_known');
    await queries.setPassword(staff.staff, await passwords.hash(input.new_password));
    await sessions.endAll(staff.staff, staff.id);
    return done({});
  });

  calls.forStaff(staffAccountCalls.staffSessions, async (_input, { staff }) => {
    const list = await sessions.ofStaff(staff.staff);
    return done(
      list.map(({ id, address, agent, createdAt, lastSeenAt }) => ({
        id,
        address,
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

function registerTeam(calls: StaffCalls, { queries, team }: Parts): void {
  calls.forList(staffAccountCalls.staffMembers, async (_input, slice) => {
    const { rows, total } = await queries.members(slice);
    return done({ list: rows.map((row) => presentMember(row, row.last_seen_at)), total });
  });

  calls.forStaff(staffAccountCalls.staffInvite, async ({ name, roles }) => {
    const invited = await team.invite(name, roles);
    return invited.ok ? done(presentLink(invited.data.id, invited.data.link)) : invited;
  });

  calls.forStaff(staffAccountCalls.staffNewLink, async ({ id }) => {
    const link = await team.newLink(id);
    return link.ok ? done(presentLink(id, link.data)) : link;
  });

  calls.forStaff(staffAccountCalls.staffSetRoles, async ({ id, roles }) => member(await team.setRoles(id, roles)));
  calls.forStaff(staffAccountCalls.staffDisable, async ({ id }) => member(await team.setDisabled(id, true)));
  calls.forStaff(staffAccountCalls.staffEnable, async ({ id }) => member(await team.setDisabled(id, false)));
}

function member(changed: Awaited<ReturnType<Team['setRoles']>>) {
  return changed.ok ? done(presentMember(changed.data, null)) : changed;
}

function presentLink(id: number, { token, expiresAt }: NewLink): { id: number; token: string; expires_at: string } {
  return { id, token, expires_at: expiresAt.toISOString() };
}
