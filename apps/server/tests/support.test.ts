import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Colleague, type TestOffice, openTestOffice } from './support/office.ts';
import { type TestServer, startTestServer } from './support/server.ts';
import { TestSocket } from './support/socket.ts';

const clock = { time: Date.now() };
let server: TestServer;
let office: TestOffice;
let vera: Colleague;

beforeAll(async () => {
  server = await startTestServer({}, () => clock.time);
  office = await openTestOffice(server, clock);
  vera = await office.hire('vera', ['support']);
});
afterAll(() => server.stop());

interface Person {
  readonly token: string;
  readonly id: number;
  say(text: string, key?: string): Promise<string>;
  reads(
    before?: number,
  ): Promise<{ readonly texts: string[]; readonly unread: number; readonly more: boolean; readonly ids: number[] }>;
}

async function newPerson(): Promise<Person> {
  const { token, id } = await server.demo();
  return {
    token,
    id,
    say: async (text, key) => {
      // Slow enough for the rate limit, which has its own test.
      clock.time += 5000;
      return (await server.call('supportSend', { text }, { token, ...(key === undefined ? {} : { key }) })).envelope
        .reason;
    },
    reads: async (before) => {
      const { data } = (await server.call('supportMessages', before === undefined ? {} : { before }, { token }))
        .envelope;
      return {
        texts: data.list.map((each) => `${each.from}: ${each.text}`),
        unread: data.unread,
        more: data.more,
        ids: data.list.map((each) => each.id),
      };
    },
  };
}

describe('a conversation', () => {
  it('is live on both sides and in order, and counts unread messages', async () => {
    const ada = await newPerson();
    const socket = await TestSocket.open(server.url);
    await socket.ask({ type: 'login', token: ada.token }, 'login_result');
    expect((await socket.ask({ type: 'subscribe', topic: 'SUPPORT' }, 'snapshot')).data).toEqual([]);

    const before = (await vera.call('staffSupportNews')).envelope.data;
    const waiting = vera.call('staffSupportNews', { after: before.last });
    expect(await ada.say('Where is my deposit?')).toBe('ok');
    const heard = (await waiting).envelope.data;
    expect(heard.users).toEqual([ada.id]);
    expect(heard.waiting).toBe(before.waiting + 1);

    const [row] = (await vera.call('staffConversations', { state: 'waiting' })).envelope.data.list;
    expect(row).toMatchObject({
      user_id: ada.id,
      is_demo: 1,
      state: 'waiting',
      unread: 1,
      last_text: 'Where is my deposit?',
    });
    await vera.call('supportSeen', { user_id: ada.id, id: heard.last });
    expect(
      (await vera.call('staffConversations')).envelope.data.list.find((each) => each.user_id === ada.id)?.unread,
    ).toBe(0);

    const answered = (await vera.call('supportAnswer', { user_id: ada.id, text: 'It arrived a minute ago.' })).envelope
      .data;
    expect(answered).toMatchObject({ from: 'staff', staff_name: 'vera' });
    const update = await socket.next(
      (message) =>
        message.topic === 'SUPPORT' && message.type === 'update' && JSON.stringify(message.data).includes('arrived'),
    );
    // Users don't see the names of staff.
    expect(update.data).toEqual([
      { id: answered.id, from: 'staff', text: 'It arrived a minute ago.', created_at: answered.created_at },
    ]);
    expect(await ada.reads()).toMatchObject({
      texts: ['user: Where is my deposit?', 'staff: It arrived a minute ago.'],
      unread: 1,
    });
    expect((await server.call('supportRead', { id: answered.id }, { token: ada.token })).envelope.data).toEqual({
      unread: 0,
    });
    expect((await server.call('supportRead', { id: 1 }, { token: ada.token })).envelope.data).toEqual({ unread: 0 });
    expect((await server.call('supportUnread', {}, { token: ada.token })).envelope.data).toEqual({ unread: 0 });
    expect((await vera.call('staffConversations', { state: 'answered' })).envelope.data.list[0]).toMatchObject({
      user_id: ada.id,
      state: 'answered',
      waiting_since: null,
    });
    socket.close();
  });

  it('is visible to its user only', async () => {
    const [ada, bob] = [await newPerson(), await newPerson()];
    const socket = await TestSocket.open(server.url);
    await socket.ask({ type: 'login', token: bob.token }, 'login_result');
    await socket.ask({ type: 'subscribe', topic: 'SUPPORT' }, 'snapshot');
    await ada.say('My secret');
    await bob.say('Mine');
    await socket.next((message) => JSON.stringify(message.data ?? '').includes('Mine'));
    expect(JSON.stringify(socket.received)).not.toContain('secret');
    const adas = (await ada.reads()).ids[0] ?? 0;
    expect((await bob.reads()).texts).toEqual(['user: Mine']);
    expect((await bob.reads(adas + 1)).texts).toEqual([]);
    await server.call('supportRead', { id: adas }, { token: bob.token });
    for (const extra of [{ user_id: ada.id }, { user: ada.id }]) {
      expect(
        (await server.call('supportMessages', extra, { token: bob.token })).envelope.data.list.map(({ text }) => text),
      ).toEqual(['Mine']);
    }
    const visitor = await TestSocket.open(server.url);
    expect(await visitor.ask({ type: 'subscribe', topic: 'SUPPORT' }, 'error')).toMatchObject({
      reason: 'sign_in_required',
    });
    visitor.close();
    // A socket gets no messages after signing out.
    await socket.ask({ type: 'logout' }, 'logout_result');
    await bob.say('After the sign-out');
    await socket.ask({ type: 'ping' }, 'pong');
    expect(JSON.stringify(socket.received)).not.toContain('sign-out');
    socket.close();
  });

  it('stores texts as written and never as HTML', async () => {
    const ada = await newPerson();
    const hostile = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '{{constructor}} ${7*7} %s',
      '‮txt.exe',
      "'; drop table support_messages; --",
      'line one\nline two\tend',
    ];
    for (const each of hostile) expect(await ada.say(each)).toBe('ok');
    expect((await ada.reads()).texts).toEqual(hostile.map((each) => `user: ${each}`));
    const { list } = (await vera.call('staffConversation', { user_id: ada.id })).envelope.data;
    expect(list.map(({ text }) => text)).toEqual(hostile);
  });

  it('stores each message once per key and refuses the key for another text', async () => {
    const ada = await newPerson();
    const key = 'the-same-key-1234';
    clock.time += 60_000;
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => server.call('supportSend', { text: 'once' }, { token: ada.token, key })),
    );
    expect(new Set(tries.map(({ envelope }) => envelope.data.id)).size).toBe(1);
    expect(await ada.say('other', key)).toBe('key_reused');
    expect((await ada.reads()).texts).toEqual(['user: once']);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        vera.call('supportAnswer', { user_id: ada.id, text: 'yes' }, { key: 'an-answers-key-1' }),
      ),
    );
    expect(new Set(answers.map(({ envelope }) => envelope.data.id)).size).toBe(1);
  });

  it.each(['', '   \n ', 'x'.repeat(2001), 'a\u0000b', 'a\u001bb', 42, null, ['x']])('refuses %j', async (text) => {
    const ada = await newPerson();
    expect((await server.call('supportSend', { text }, { token: ada.token })).envelope.reason).toBe('bad_request');
    expect((await ada.reads()).texts).toEqual([]);
  });

  it('has fifty messages per page', async () => {
    const ada = await newPerson();
    for (let count = 0; count < 60; count += 1) {
      if (count % 40 === 39) await vera.call('supportAnswer', { user_id: ada.id, text: 'noted' });
      expect(await ada.say(`m${count}`)).toBe('ok');
    }
    const newest = await ada.reads();
    expect([newest.texts.length, newest.more, newest.texts.at(-1)]).toEqual([50, true, 'user: m59']);
    const older = await ada.reads(newest.ids[0]);
    expect([older.texts.length, older.more, older.texts[0]]).toEqual([11, false, 'user: m0']);
  });

  it('limits the rate of messages, and their number until staff answer', async () => {
    const ada = await newPerson();
    clock.time += 60_000;
    const burst = await Promise.all(
      Array.from({ length: 15 }, (_, index) => server.call('supportSend', { text: `${index}` }, { token: ada.token })),
    );
    expect(burst.filter(({ envelope }) => envelope.reason === 'ok')).toHaveLength(10);
    expect(burst.filter(({ status }) => status === 429)).toHaveLength(5);
    for (let count = 10; count < 50; count += 1) expect(await ada.say('more')).toBe('ok');
    expect(await ada.say('too much')).toBe('too_many_messages');
    await vera.call('supportAnswer', { user_id: ada.id, text: 'I am here.' });
    expect(await ada.say('thanks')).toBe('ok');
  });
});

describe('the office’s side', () => {
  it('is for support and administrators, and refuses unknown users', async () => {
    const frank = await office.hire('frank', ['finance']);
    for (const name of ['staffConversations', 'staffSupportNews'] as const)
      expect((await frank.call(name)).envelope.reason).toBe('staff_role_required');
    expect((await frank.call('supportAnswer', { user_id: 1, text: 'x' })).envelope.reason).toBe('staff_role_required');
    expect((await vera.call('supportAnswer', { user_id: 999_999, text: 'x' })).envelope.reason).toBe('unknown_user');
    expect((await vera.call('staffConversation', { user_id: 999_999 })).envelope.reason).toBe('unknown_user');
  });

  it('writes an audit entry for each view of a conversation and each answer', async () => {
    const ada = await newPerson();
    await ada.say('hello');
    await vera.call('staffConversation', { user_id: ada.id });
    await vera.call('supportAnswer', { user_id: ada.id, text: 'Good morning' });
    const { list } = (await office.administrator.call('auditList', { user_id: ada.id })).envelope.data;
    expect(list.map(({ action, staff_name: name, outcome }) => `${name} ${action} ${outcome}`).sort()).toEqual([
      'vera support/answer ok',
      'vera support/read ok',
    ]);
  });
});

describe('suggestions and complaints', () => {
  it('wait in a queue, are closed once, and are answered in the chat', async () => {
    const ada = await newPerson();
    clock.time += 60_000;
    const sent = await server.call(
      'feedbackSubmit',
      { kind: 'complaint', text: 'My order <b>slipped</b>.' },
      { token: ada.token, key: 'complaint-key-1' },
    );
    expect(sent.envelope.msg).toBe('Thank you. We will answer in the support chat.');
    expect(
      (
        await server.call(
          'feedbackSubmit',
          { kind: 'complaint', text: 'My order <b>slipped</b>.' },
          { token: ada.token, key: 'complaint-key-1' },
        )
      ).envelope.data,
    ).toEqual(sent.envelope.data);
    const { id } = sent.envelope.data;
    expect((await vera.call('staffFeedback', { state: 'open', kind: 'complaint' })).envelope.data.list).toMatchObject([
      { id, user_id: ada.id, text: 'My order <b>slipped</b>.', state: 'open' },
    ]);
    expect((await vera.call('staffFeedback', { kind: 'suggestion' })).envelope.data.total).toBe(0);

    const closed = await Promise.all(
      Array.from({ length: 6 }, (_, index) => vera.call('feedbackClose', { id, answer: `Answer ${index}` })),
    );
    expect(closed.map(({ envelope }) => envelope.reason).sort()).toEqual([
      'ok',
      ...Array.from({ length: 5 }, () => 'record_changed'),
    ]);
    expect((await ada.reads()).texts).toHaveLength(1);
    expect((await ada.reads()).texts[0]).toMatch(/^staff: Answer \d$/);
    expect((await vera.call('staffFeedback', { state: 'open' })).envelope.data.total).toBe(0);
    expect((await vera.call('feedbackClose', { id: 999_999, answer: 'x' })).envelope.reason).toBe('unknown_record');
  });

  it('are limited to ten open ones per user', async () => {
    const ada = await newPerson();
    const reasons: string[] = [];
    for (let count = 0; count < 11; count += 1) {
      clock.time += 5000;
      reasons.push(
        (await server.call('feedbackSubmit', { kind: 'suggestion', text: `idea ${count}` }, { token: ada.token }))
          .envelope.reason,
      );
    }
    expect(reasons).toEqual([...Array.from({ length: 10 }, () => 'ok'), 'too_many_messages']);
  });
});
