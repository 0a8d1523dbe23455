import { expect, it } from 'vitest';
import { ByteCache } from './byte-cache.ts';

it('keeps what was read last, within its bytes', () => {
  const cache = new ByteCache(100);
  cache.set('a', Buffer.alloc(40));
  cache.set('b', Buffer.alloc(40));
  expect(cache.get('a')?.length).toBe(40);
  cache.set('c', Buffer.alloc(40));
  expect(['a', 'b', 'c'].map((name) => cache.get(name) !== undefined)).toEqual([true, false, true]);
  cache.set('c', Buffer.alloc(60));
  expect(['a', 'c'].map((name) => cache.get(name)?.length)).toEqual([40, 60]);
});

it('does not keep a content that is larger than itself', () => {
  const cache = new ByteCache(100);
  cache.set('a', Buffer.alloc(90));
  cache.set('b', Buffer.alloc(101));
  expect(cache.get('a')?.length).toBe(90);
  expect(cache.get('b')).toBeUndefined();
});
