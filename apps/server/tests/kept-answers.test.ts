import { DAY_MS } from '@fairlot/domain';
import { describe, expect, it } from 'vitest';
import { createLog } from '../src/platform/log.ts';
import { AnswerStore } from '../src/security/answer-store.ts';
import { Secrets } from '../src/security/secrets/secrets.ts';
import { testHostScope } from './support/test-host-scope.ts';

const on = testHostScope();
const request = (key: string, caller = 'user 1') => ({ caller, key, call: '/x', payload: '{}' });
const count = async () => (await on.database.kysely.selectFrom('kept_answers').select('key').execute()).length;

describe('kept answers', () => {
  const clock = { now: Date.UTC(2026, 0, 1) };
  const storeWith = (...keys: readonly number[]) =>
    new AnswerStore({
      db: on.database.kysely,
      secrets: new Secrets(keys.map((key) => Buffer.alloc(32, key))),
      clock: () => clock.now,
      log: createLog('fatal'),
    });
  it('stay for a day, and the latest 500 of a caller', async () => {
    const store = storeWith(1);
    for (let index = 0; index < 502; index += 1) {
      clock.now += 1;
      await store.keep(request(`key-${index}`), '{}');
    }
    await store.keep(request('other', 'user 2'), '{}');
    expect(await count()).toBe(501);
    expect(await store.find(request('key-1'))).toBeUndefined();
    expect(await store.find(request('key-2'))).toEqual({ answer: '{}' });
    clock.now += DAY_MS;
    expect(await store.find(request('key-501'))).toBeUndefined();
    await store.keep(request('key-501'), '{"again":1}');
    expect(await store.find(request('key-501'))).toEqual({ answer: '{"again":1}' });
    await store.prune();
    expect(await count()).toBe(1);
  });

  it('are found while the key of secrets is replaced, by processes with either order of the keys', async () => {
    for (const [one, other] of [
      [storeWith(1, 2), storeWith(2, 1)],
      [storeWith(2, 1), storeWith(1, 2)],
    ] as const) {
      const kept = request(`key-of-${clock.now}`);
      await one.keep(kept, '{"once":1}');
      await other.start();
      await other.stop();
      expect(await other.find(kept)).toEqual({ answer: '{"once":1}' });
      expect(await other.find({ ...kept, payload: '{"other":1}' })).toBe('another');
      clock.now += 1;
    }
    await on.database.kysely.deleteFrom('kept_answers').where('key', 'like', 'key-of-%').execute();
  });

  it('are deleted at the start when another key of secrets sealed them', async () => {
    const store = storeWith(2);
    await store.start();
    await store.stop();
    expect(await count()).toBe(0);
  });
});
