import { randomUUID } from 'node:crypto';
import {
  OFFICE_HEADER,
  type OutputOfStaff,
  type StaffCall,
  type StaffCallName,
  type StaffRole,
  staffCalls,
} from '@fairlot/contract';
import { expect } from 'vitest';
import { totpCode, totpStep } from '../../src/security/totp.ts';
import { query } from './real-user.ts';
import type { Answer, RawAnswer, TestServer } from './server.ts';

export interface StaffOptions {
  readonly cookie?: string | undefined;
  readonly key?: string;
  readonly lang?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A signed-in staff member. */
export interface Colleague {
  readonly id: number;
  readonly name: string;
  readonly password: string;
  readonly cookie: string;
  /** Secret of the second factor, decoded from base32. */
  readonly secret: Buffer;
  call<Name extends StaffCallName>(
    name: Name,
    input?: Readonly<Record<string, unknown>>,
    options?: StaffOptions,
  ): Promise<Answer<OutputOfStaff<(typeof staffCalls)[Name]>>>;
}

/**
 * The office of a test server. Its clock advances with every sign-in, because each code of a second factor works once.
 */
export interface TestOffice {
  readonly administrator: Colleague;
  /** Invites, sets up and enrols a staff member with these roles, who counts as a person of long standing. */
  hire(name: string, roles: readonly StaffRole[]): Promise<Colleague>;
  /** Signs a staff member in; the cookie is undefined after a refusal. */
  signIn(
    who: { readonly name: string; readonly password: string; readonly secret?: Buffer },
    options?: StaffOptions,
  ): Promise<{ readonly answer: Answer<unknown>; readonly cookie: string | undefined }>;
  /** The same staff member in a new session, after the former one has expired. */
  again(who: Colleague): Promise<Colleague>;
}

export const STAFF_PASSWORD = 'harbour lantern mosaic';

/** Makes a staff call like the office page; checks a success against its schema. */
export async function staffCall<Name extends StaffCallName>(
  server: TestServer,
  name: Name,
  input: Readonly<Record<string, unknown>> = {},
  options: StaffOptions = {},
): Promise<Answer<OutputOfStaff<(typeof staffCalls)[Name]>>> {
  type Data = OutputOfStaff<(typeof staffCalls)[Name]>;
  const declared: StaffCall = staffCalls[name];
  const headers: Record<string, string> = {
    lang: options.lang ?? 'en',
    [OFFICE_HEADER]: '1',
    ...(options.cookie === undefined ? {} : { cookie: options.cookie }),
    ...options.headers,
  };
  const answer =
    declared.methods[0] === 'GET'
      ? await server.request<Data>(
          `${declared.path}?${new URLSearchParams(Object.entries(input).map(([key, value]): [string, string] => [key, String(value)])).toString()}`,
          { headers },
        )
      : await server.request<Data>(declared.path, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': options.key ?? randomUUID() },
          body: JSON.stringify(input),
        });
  if (answer.envelope.code === 1) expect(declared.output.parse(answer.envelope.data)).toEqual(answer.envelope.data);
  return answer;
}

/** The cookie that an answer sets, in the form in which a browser sends it back. */
export function cookieOf(answer: RawAnswer): string | undefined {
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0];
  return cookie === undefined || cookie.endsWith('=') ? undefined : cookie;
}

/** Uses the set-up link to create the first administrator. */
export async function openTestOffice(server: TestServer, clock: { time: number }): Promise<TestOffice> {
  const token = /token=(.+)$/.exec(server.setUpUrl ?? '')?.[1];
  if (token === undefined) throw new Error('the server has no set-up link');
  const administrator = await enter(server, clock, token, 'root');
  const signIn: TestOffice['signIn'] = async (who, options = {}) => {
    clock.time += 60_000;
    const code = who.secret === undefined ? undefined : totpCode(who.secret, totpStep(clock.time));
    const answer = await staffCall(
      server,
      'staffSignIn',
      { name: who.name, password: who.password, ...(code === undefined ? {} : { code }) },
      options,
    );
    return { answer, cookie: cookieOf(answer) };
  };
  return {
    administrator,
    hire: async (name, roles) => {
      const invited = await administrator.call('staffInvite', { name, roles });
      expect(invited.envelope.reason).toBe('ok');
      const made = await enter(server, clock, invited.envelope.data.token ?? '', name);
      await query(server, 'update staff set acts_for_id = null, decides_from = null where id = $1', [made.id]);
      return made;
    },
    signIn,
    again: async (who) => {
      const { cookie } = await signIn(who);
      expect(cookie).toBeDefined();
      return colleague(server, { ...who, cookie: cookie ?? '' });
    },
  };
}

/** Sets up an account by its link, enrols its second factor and signs in. */
export async function enter(
  server: TestServer,
  clock: { time: number },
  token: string,
  name: string,
): Promise<Colleague> {
  clock.time += 60_000;
  const made = await staffCall(server, 'staffSetUp', { token, name, password: STAFF_PASSWORD });
  expect(made.envelope.reason).toBe('ok');
  const first = await staffCall(server, 'staffSignIn', { name, password: STAFF_PASSWORD });
  expect(first.envelope.data).toMatchObject({ name, enrolled: false });
  const begun = await staffCall(server, 'staffBeginEnrolment', {}, { cookie: cookieOf(first) });
  const secret = fromBase32(begun.envelope.data.secret);
  const finished = await staffCall(
    server,
    'staffFinishEnrolment',
    { code: totpCode(secret, totpStep(clock.time)) },
    { cookie: cookieOf(first) },
  );
  expect(finished.envelope.data).toMatchObject({ name, enrolled: true });
  const cookie = cookieOf(finished) ?? '';
  return colleague(server, { id: finished.envelope.data.id, name, password: STAFF_PASSWORD, cookie, secret });
}

function colleague(server: TestServer, who: Omit<Colleague, 'call'>): Colleague {
  return {
    ...who,
    call: (call, input = {}, options = {}) => staffCall(server, call, input, { cookie: who.cookie, ...options }),
  };
}

export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
