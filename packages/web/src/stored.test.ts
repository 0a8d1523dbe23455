import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { create } from 'zustand';
import { keepStored, readStored, writeStored } from './stored.ts';

function memory(): Storage {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    clear: () => values.clear(),
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

beforeEach(() => vi.stubGlobal('localStorage', memory()));
afterEach(() => vi.unstubAllGlobals());

const asNumber = (stored: unknown): { readonly count: number } | undefined =>
  typeof stored === 'number' ? { count: stored } : undefined;

it('restores a store and stores its changes', () => {
  writeStored('count', 3);
  const store = create<{ readonly count: number }>(() => ({ count: 0 }));
  keepStored(store, { key: 'count', read: asNumber, written: ({ count }) => count });
  expect(store.getState()).toEqual({ count: 3 });
  store.setState({ count: 4 });
  expect(readStored('count')).toBe(4);
});

it.each([undefined, 'three', { count: 3 }])('keeps the initial state when %j is stored', (stored) => {
  writeStored('count', stored);
  const store = create<{ readonly count: number }>(() => ({ count: 0 }));
  keepStored(store, { key: 'count', read: asNumber });
  expect(store.getState()).toEqual({ count: 0 });
});

const refuse = (): never => {
  throw new DOMException('shut', 'SecurityError');
};

it('works with a storage that throws', () => {
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(() => writeStored('count', 1)).not.toThrow();
  expect(readStored('count')).toBeUndefined();
});
