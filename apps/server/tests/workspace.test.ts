import { SECTIONS_MAX, SECTION_MAX, WORKSPACE_MAX } from '@fairlot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerUser } from './support/real-user.ts';
import { type TestServer, startTestServer } from './support/server.ts';

const clock = { time: Date.parse('2026-03-04T10:00:00Z') };
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({}, () => clock.time);
});
afterAll(() => server.stop());

interface Device {
  save(
    section: string,
    value: unknown,
    changedAt?: number,
  ): Promise<{ readonly reason: string; readonly value: unknown; readonly changedAt: number }>;
  read(): Promise<Record<string, unknown>>;
}

function deviceOf(token: string): Device {
  return {
    save: async (section, value, changedAt = clock.time) => {
      const { envelope } = await server.call(
        'workspaceSave',
        { section, value: JSON.stringify(value), changed_at: changedAt },
        { token },
      );
      return {
        reason: envelope.reason,
        value: envelope.reason === 'ok' ? (JSON.parse(envelope.data.value) as unknown) : undefined,
        changedAt: envelope.reason === 'ok' ? envelope.data.changed_at : 0,
      };
    },
    read: async () => {
      const { list } = (await server.call('workspaceRead', {}, { token })).envelope.data;
      return Object.fromEntries(list.map(({ section, value }) => [section, JSON.parse(value) as unknown]));
    },
  };
}

describe('a saved section', () => {
  it.each(['demo', 'real'] as const)('is available on every device of a %s user and to nobody else', async (kind) => {
    const { token } = kind === 'demo' ? await server.demo() : await registerUser(server);
    const stranger = deviceOf((await server.demo()).token);
    const device = deviceOf(token);
    expect(await device.read()).toEqual({});
    const drawings = { 12: [{ kind: 'line', text: 'zero \u0000, quote ", 価格 ‏' }] };
    expect(await device.save('favourites', [3, 1, 2])).toMatchObject({ reason: 'ok', value: [3, 1, 2] });
    expect((await device.save('drawings.12', drawings)).reason).toBe('ok');
    expect(await deviceOf(token).read()).toEqual({ favourites: [3, 1, 2], 'drawings.12': drawings });
    expect(await stranger.read()).toEqual({});
  });

  it('keeps the later of two changes in any order of arrival', async () => {
    const device = deviceOf((await server.demo()).token);
    const now = clock.time;
    expect(await device.save('layout', 'later', now - 1000)).toEqual({
      reason: 'ok',
      value: 'later',
      changedAt: now - 1000,
    });
    // A save that is too late gets the stored value as its answer.
    expect(await device.save('layout', 'earlier', now - 2000)).toEqual({
      reason: 'ok',
      value: 'later',
      changedAt: now - 1000,
    });
    expect(await device.save('layout', 'same moment', now - 1000)).toMatchObject({ value: 'later' });
    expect(await device.read()).toEqual({ layout: 'later' });
    expect(await device.save('layout', 'latest', now - 999)).toMatchObject({ value: 'latest' });
  });

  it('has a change time of now at the latest, so that a fast clock does not block other devices', async () => {
    const device = deviceOf((await server.demo()).token);
    expect(await device.save('chart', 'from the future', clock.time + 86_400_000)).toMatchObject({
      reason: 'ok',
      changedAt: clock.time,
    });
    clock.time += 1;
    expect(await device.save('chart', 'from now')).toMatchObject({ value: 'from now' });
  });

  it('is one of the values written concurrently, and the same on all devices', async () => {
    const device = deviceOf((await server.demo()).token);
    await Promise.all(Array.from({ length: 20 }, (_, index) => device.save('chart', index, clock.time - 100 + index)));
    expect(await device.read()).toEqual({ chart: 19 });
  });

  it('is limited in names, documents, number and total size', async () => {
    const { token } = await server.demo();
    const device = deviceOf(token);
    for (const name of ['', 'Chart', 'a b', '../x', 'a.', '.a', 'a--b', 'x'.repeat(41)])
      expect((await device.save(name, 1)).reason).toBe('bad_request');
    for (const value of ['', '{', 'undefined', `"${'x'.repeat(SECTION_MAX)}"`, 42, null]) {
      expect(
        (await server.call('workspaceSave', { section: 'chart', value, changed_at: clock.time }, { token })).envelope
          .reason,
      ).toBe('bad_request');
    }
    const most = 'x'.repeat(SECTION_MAX - 2);
    for (let count = 0; count < WORKSPACE_MAX / SECTION_MAX; count += 1)
      expect((await device.save(`big.${count}`, most)).reason).toBe('ok');
    expect((await device.save('one-more', 1)).reason).toBe('workspace_full');
    // Stored sections can always be reduced, which makes room again.
    clock.time += 1;
    expect((await device.save('big.0', '')).reason).toBe('ok');
    expect((await device.save('one-more', 1)).reason).toBe('ok');

    const other = deviceOf((await server.demo()).token);
    for (let count = 0; count < SECTIONS_MAX; count += 1)
      expect((await other.save(`section.${count}`, count)).reason).toBe('ok');
    expect((await other.save('another', 1)).reason).toBe('workspace_full');
    clock.time += 1;
    expect((await other.save('section.0', 'changed')).reason).toBe('ok');
  });

  it('takes the place of the section that has been empty longest when all places are taken', async () => {
    const device = deviceOf((await server.demo()).token);
    for (let count = 0; count < SECTIONS_MAX; count += 1)
      expect((await device.save(`drawings.${count}`, [count])).reason).toBe('ok');
    clock.time += 1;
    expect((await device.save('drawings.9', [])).reason).toBe('ok');
    clock.time += 1;
    expect((await device.save('drawings.3', [])).reason).toBe('ok');
    // Until its place is needed an emptied section is stored, so that other devices empty theirs.
    expect(await device.read()).toMatchObject({ 'drawings.9': [], 'drawings.3': [] });
    expect((await device.save('drawings.100', ['new'])).reason).toBe('ok');
    const saved = await device.read();
    expect(Object.keys(saved)).toHaveLength(SECTIONS_MAX);
    expect([saved['drawings.100'], saved['drawings.3'], 'drawings.9' in saved]).toEqual([['new'], [], false]);
    expect((await device.save('drawings.101', ['new'])).reason).toBe('ok');
    expect((await device.save('drawings.102', ['new'])).reason).toBe('workspace_full');
  });

  it('can be a deeply nested document, which is returned unchanged', async () => {
    const { token } = await server.demo();
    const deep = `${'['.repeat(15_000)}${']'.repeat(15_000)}`;
    const { envelope } = await server.call(
      'workspaceSave',
      { section: 'chart', value: deep, changed_at: clock.time },
      { token },
    );
    expect(envelope.reason).toBe('ok');
    expect((await server.call('workspaceRead', {}, { token })).envelope.data.list).toEqual([
      { section: 'chart', value: deep, changed_at: clock.time },
    ]);
  });
});
