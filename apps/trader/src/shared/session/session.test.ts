import type { User } from '@fairlot/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sessionLost } from './session-lost.ts';
import { renewToken, restoreSession, signedOut, useSession } from './session.ts';

const KEY = 'fairlot.session';
const VISITOR = { token: null, user: null, demoId: null, former: null };
const record = { id: 1, uid: 'ada', is_demo: 0 };
const user = { id: 1, uid: 'ada', isDemo: false } as User;

let kept: Map<string, string>;
/** Handles the event of a session that another window has stored. */
let hear: (event: { readonly key: string }) => void;
/** Handles the event of a page that the browser shows again. */
let showAgain: (event: { readonly persisted: boolean }) => void;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
  vi.stubGlobal('location', { hash: '#/user' });
  vi.stubGlobal('addEventListener', (type: string, listener: typeof hear & typeof showAgain) => {
    if (type === 'pageshow') showAgain = listener;
    else hear = listener;
  });
  restoreSession();
});

afterEach(() => {
  useSession.setState(VISITOR);
  vi.unstubAllGlobals();
});

/** Lets another window of the browser store a session. */
function storeElsewhere(session: object): void {
  kept.set(KEY, JSON.stringify(session));
  hear({ key: KEY });
}

const inStorage = (): unknown => JSON.parse(kept.get(KEY) ?? 'null');

it('reads the sessions of earlier versions of the page', () => {
  storeElsewhere({ token: 't', user: record, demoId: 'device' });
  expect(useSession.getState()).toMatchObject({ token: 't', user: { uid: 'ada' }, demoId: 'device', former: null });
});

it('keeps a new session when another window is late to learn that the former one has ended', () => {
  useSession.setState({ token: 'new', user, former: 'old' });
  storeElsewhere({ ...VISITOR, former: 'old' });
  expect(useSession.getState().token).toBe('new');
  expect(inStorage()).toEqual({ token: 'new', user: record, demoId: null, former: 'old' });
});

it.each(['new', 'other', null])('follows the end of a session in another window: %s', (former) => {
  useSession.setState({ token: 'new', user, former: 'old' });
  storeElsewhere({ ...VISITOR, former });
  expect(useSession.getState()).toMatchObject({ token: null, user: null, former });
});

it('remembers of an end whether the user has chosen it', () => {
  useSession.setState({ token: 'new', user });
  signedOut('/login', 'new');
  expect(inStorage()).toEqual({ ...VISITOR, former: 'new' });
  signedOut('/');
  expect(inStorage()).toEqual(VISITOR);
});

it('renews the token of a session whose end is told before the answer, also when another window tells it late', async () => {
  useSession.setState({ token: 'old', user });
  const unused = await renewToken(async () => {
    sessionLost();
    storeElsewhere({ ...VISITOR, former: 'old' });
    return 'new';
  });
  expect([unused, useSession.getState().token]).toEqual([undefined, 'new']);
  storeElsewhere({ ...VISITOR, former: 'old' });
  expect(useSession.getState()).toMatchObject({ token: 'new', user: { uid: 'ada' } });
});

it('ends a session whose end was told during a renewal that then fails', async () => {
  useSession.setState({ token: 'old', user });
  const failed = renewToken(async () => {
    sessionLost();
    throw new Error('the network is dead');
  });
  await expect(failed).rejects.toThrow('dead');
  expect(useSession.getState()).toMatchObject({ token: null, former: 'old' });
});

it('takes over what other windows have stored while the browser kept this page aside', () => {
  useSession.setState({ token: 'old', user });
  kept.set(KEY, JSON.stringify(VISITOR));
  showAgain({ persisted: false });
  expect(useSession.getState().token).toBe('old');
  showAgain({ persisted: true });
  expect(useSession.getState().token).toBeNull();
});

it('stays signed in when a browser that could not store the session shows the page again', () => {
  useSession.setState({ token: 'old', user });
  kept.clear();
  showAgain({ persisted: true });
  expect(useSession.getState().token).toBe('old');
});

it.each([null, 'next'])('returns a renewed token that came too late: %s', async (token) => {
  useSession.setState({ token: 'old', user });
  const late = renewToken(async () => {
    signedOut('/');
    if (token !== null) useSession.setState({ token, user });
    return 'new';
  });
  expect(await late).toBe('new');
  expect(useSession.getState().token).toBe(token);
});

it('writes back nothing that another window has stored, so that windows of two versions do not answer each other', () => {
  const former = { token: 't', user: record, demoId: null };
  storeElsewhere(former);
  expect(useSession.getState().token).toBe('t');
  expect(inStorage()).toEqual(former);
  useSession.setState({ demoId: 'device' });
  expect(inStorage()).toEqual({ ...former, demoId: 'device', former: null });
});

it.each([VISITOR, { ...VISITOR, token: 'd', user: { id: 2, uid: 'demo', is_demo: 1 } }])(
  'returns a renewed token when another window has signed out or changed accounts meanwhile',
  async (next) => {
    vi.stubGlobal('location', { hash: '#/user', reload: () => undefined });
    useSession.setState({ token: 'old', user });
    const unused = await renewToken(async () => {
      storeElsewhere(next);
      return 'new';
    });
    expect([unused, inStorage()]).toEqual(['new', next]);
  },
);

it('takes over the session that has replaced one which ended, when it has not heard of it', () => {
  useSession.setState({ token: 'old', user });
  kept.set(KEY, JSON.stringify({ token: 'new', user: record, demoId: null, former: 'old' }));
  sessionLost();
  expect(useSession.getState()).toMatchObject({ token: 'new', former: 'old' });
});
