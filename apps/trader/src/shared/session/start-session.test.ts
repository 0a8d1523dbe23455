import type { SignedIn, User } from '@fairlot/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { provideServices } from '../services/services.ts';
import type { Services } from '../services/services.ts';
import { sessionLost } from './session-lost.ts';
import { signedOut, useLanding, useSession } from './session.ts';
import { endSession, keptSession, startSession, takeKept } from './start-session.ts';

const VISITOR = { token: null, user: null, demoId: null, former: null };

/** A sign-in of the test, whose answer comes when it is told to. */
interface Sent {
  readonly answer: () => void;
  readonly over: Promise<void>;
}

/** Tokens of the sessions that the page has ended at the server. */
let ended: string[];
/** Paths of the screens that were shown. */
let shown: string[];
let reloads: number;

const show = (path: string): void => void shown.push(path);

beforeEach(() => {
  ended = [];
  shown = [];
  reloads = 0;
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
  vi.stubGlobal('location', { hash: '#/user', reload: () => void (reloads += 1) });
  vi.stubGlobal('history', { replaceState: () => undefined });
  const call = async (name: string, _input: unknown, { token, keepalive }: Record<string, unknown>): Promise<never> => {
    if (name === 'logout' && keepalive === true) ended.push(String(token));
    throw new Error('the network is dead');
  };
  provideServices({ api: { call } } as unknown as Services);
  useSession.setState(VISITOR);
});

afterEach(() => {
  useSession.setState(VISITOR);
  useLanding.setState({ path: null });
  vi.unstubAllGlobals();
});

/** The answer to a sign-in to a demo or real account, such as d1 or r2. */
const signedInAs = (token: string): SignedIn => ({
  token,
  user: { id: 1, uid: `u${token}`, isDemo: token.startsWith('d') } as User,
});

/** A promise of `value` that waits until it is answered. */
function held<T>(value: T): { readonly promise: Promise<T>; readonly answer: () => void } {
  let answer!: () => void;
  const promise = new Promise<T>((resolve) => {
    answer = () => resolve(value);
  });
  return { promise, answer };
}

function send(token: string): Sent {
  const { promise, answer } = held(signedInAs(token));
  return { answer, over: startSession(() => promise, '/trade', show) };
}

async function signIn(token: string): Promise<void> {
  const { answer, over } = send(token);
  answer();
  await over;
}

const inUse = (): string | null => useSession.getState().token;

it('ends the session in use when another of its kind takes its place', async () => {
  await signIn('r1');
  await signIn('r2');
  expect([inUse(), keptSession(), ended]).toEqual(['r2', null, ['r1']]);
});

it('ends the kept session when another of its kind takes its place, also after the end of the one in use', async () => {
  await signIn('r1');
  await signIn('d1');
  await signIn('r2');
  expect([inUse(), keptSession()?.token, ended]).toEqual(['r2', 'd1', ['r1']]);
  sessionLost();
  await signIn('d2');
  expect([inUse(), keptSession(), ended]).toEqual(['d2', null, ['r1', 'd1']]);
});

it('ends no session at a change between the two kinds, and none that has ended by itself', async () => {
  await signIn('r1');
  await signIn('d1');
  takeKept('/user', show);
  expect([inUse(), keptSession()?.token]).toEqual(['r1', 'd1']);
  sessionLost();
  await signIn('r2');
  expect([inUse(), keptSession()?.token, ended]).toEqual(['r2', 'd1', []]);
});

it('ends a late session instead of the one that another window keeps', async () => {
  await signIn('r1');
  await signIn('d1');
  const late = send('d2');
  takeKept('/user', show);
  // This window is behind the other one: it still has the kept account in use.
  localStorage.setItem('fairlot.keptSession', JSON.stringify({ token: 'r1', user: { id: 1, uid: 'ur1', is_demo: 0 } }));
  late.answer();
  await late.over;
  expect(localStorage.getItem('fairlot.keptSession')).toContain('"r1"');
  expect(ended).toEqual(['d2']);
});

it('takes the session of a sign-in during which the former session ended, and stays on its screen', async () => {
  await signIn('d1');
  const real = send('r1');
  sessionLost();
  expect(useLanding.getState().path).toBe('/login?from=%2Fuser');
  real.answer();
  await real.over;
  expect([inUse(), keptSession(), ended]).toEqual(['r1', null, []]);
  expect([shown.at(-1), useLanding.getState().path, reloads]).toEqual(['/trade', null, 0]);
});

it('ends the session of a sign-in during which the user has signed out', async () => {
  await signIn('d1');
  const real = send('r1');
  signedOut('/');
  real.answer();
  await real.over;
  expect([inUse(), keptSession(), ended]).toEqual([null, null, ['r1']]);
});

it('leads away from an account that was closed, also when its session ended before the answer', async () => {
  await signIn('r1');
  const before = send('d1');
  const closed = held({});
  const closing = endSession(() => closed.promise, '/login');
  before.answer();
  sessionLost();
  closed.answer();
  await Promise.all([closing, before.over]);
  expect([inUse(), useLanding.getState().path, ended]).toEqual([null, '/login', ['d1']]);
});

it('does not end a session that began before the answer of the account that was closed', async () => {
  await signIn('r1');
  const closed = held({});
  const closing = endSession(() => closed.promise, '/login');
  sessionLost();
  const next = send('r2');
  closed.answer();
  next.answer();
  await Promise.all([closing, next.over]);
  expect([inUse(), useLanding.getState().path, ended]).toEqual(['r2', null, []]);
});
