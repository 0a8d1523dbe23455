import { beforeEach, expect, it } from 'vitest';
import type { SignedIn, User } from '@fairlot/client';
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { SessionNow } from './session.ts';
import { signInOrder } from './sign-in-order.ts';

/** A sign-in of the test, which answers or fails when it is told to. */
class Sent {
  answer!: () => void;
  fail!: () => void;
  readonly over: Promise<unknown>;

  constructor(uid: string) {
    const asked = new Promise<SignedIn>((resolve, reject) => {
      this.answer = () => resolve(signedInAs(uid));
      this.fail = () => reject(new Error(`${uid} is refused`));
    });
    const take = (): void => {
      taken.push(uid);
      changeTo(uid);
    };
    this.over = order(() => asked, { take, leave: () => void left.push(uid) }).catch((error: unknown) => error);
  }
}

const send = (uid: string): Sent => new Sent(uid);

let session: StoreApi<SessionNow>;
let order: ReturnType<typeof signInOrder>;
let taken: string[];
let left: string[];

const signedInAs = (uid: string): SignedIn => ({ token: `token of ${uid}`, user: { uid } as User });
const changeTo = (uid: string | null): void =>
  session.setState(uid === null ? { token: null, user: null, former: null } : signedInAs(uid));
/** Ends the session without a choice of the user. */
const lose = (): void => session.setState(({ token }) => ({ token: null, user: null, former: token }));

beforeEach(() => {
  session = createStore<SessionNow>(() => ({ token: null, user: null, demoId: null, former: null }));
  order = signInOrder(session);
  taken = [];
  left = [];
});

it('takes the answers of sign-ins that follow each other', async () => {
  for (const uid of ['1', '2']) {
    const { answer, over } = send(uid);
    answer();
    await over;
  }
  expect([taken, left]).toEqual([['1', '2'], []]);
});

it('takes the newest sign-in in whichever order they are answered', async () => {
  const [first, second, third] = [send('1'), send('2'), send('3')];
  second.answer();
  third.answer();
  await third.over;
  await second.over;
  first.answer();
  await first.over;
  expect([taken, left]).toEqual([['3'], ['2', '1']]);
});

it('takes an older answer when the newer sign-ins have failed, also one that was sent while it waited', async () => {
  const [first, second] = [send('1'), send('2')];
  first.answer();
  const third = send('3');
  second.fail();
  expect(await second.over).toBeInstanceOf(Error);
  expect(taken).toEqual([]);
  third.fail();
  await Promise.all([first.over, third.over]);
  expect([taken, left]).toEqual([['1'], []]);
});

it('does not let a sign-in that has failed keep an older one from counting', async () => {
  const [first, second] = [send('1'), send('2')];
  second.fail();
  await second.over;
  first.answer();
  await first.over;
  expect([taken, left]).toEqual([['1'], []]);
});

it('leaves an answer when another window has signed in, or the user has signed out, since it was sent', async () => {
  const asVisitor = send('1');
  changeTo('2');
  asVisitor.answer();
  await asVisitor.over;
  const asUser = send('3');
  changeTo(null);
  asUser.answer();
  await asUser.over;
  // In and out again: the account is the former one, but the user has decided otherwise meanwhile.
  const before = send('4');
  changeTo('5');
  changeTo(null);
  before.answer();
  await before.over;
  expect([taken, left]).toEqual([[], ['1', '3', '4']]);
});

it('takes an answer when the token or the figures of the same user have changed meanwhile', async () => {
  changeTo('1');
  const { answer, over } = send('2');
  session.setState({ token: 'renewed', user: { uid: '1', available: '5' } as User });
  answer();
  await over;
  expect([taken, left]).toEqual([['2'], []]);
});

it('takes an answer although the former session has ended by itself since it was sent', async () => {
  changeTo('1');
  const { answer, over } = send('2');
  lose();
  answer();
  await over;
  expect([taken, left]).toEqual([['2'], []]);
});

it('leaves an answer when the user has decided otherwise after the end of the former session', async () => {
  const decisions = [() => changeTo('1'), () => changeTo('3'), () => changeTo(null)];
  for (const decide of decisions) {
    changeTo('1');
    const { answer, over } = send('2');
    lose();
    decide();
    answer();
    await over;
  }
  expect([taken, left]).toEqual([[], ['2', '2', '2']]);
});

it('leaves an older answer when the newer sign-in that counted has been lost since', async () => {
  const [first, second] = [send('1'), send('2')];
  second.answer();
  await second.over;
  lose();
  first.answer();
  await first.over;
  expect([taken, left]).toEqual([['2'], ['1']]);
});
