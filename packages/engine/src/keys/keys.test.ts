import type { Money } from '@fairlot/domain';
import { describe, expect, it } from 'vitest';
import type { Deposit } from '../index.ts';
import { keyFingerprint, payloadDigest } from './fingerprint.ts';
import { KeyMemory } from './key-memory.ts';

const deposit = (key: string, change: Partial<Deposit> = {}): Deposit => ({
  type: 'deposit',
  time: 1,
  account: 1,
  key,
  amount: 5n as Money,
  reference: 1,
  ...change,
});
const DONE = { ok: true } as const;

describe('fingerprints of keys', () => {
  it('differ between accounts and between keys', () => {
    const seen = new Set<bigint>();
    for (let account = 1; account <= 300; account += 1)
      for (let key = 0; key < 300; key += 1) seen.add(keyFingerprint(account, `key-${key}`));
    expect(seen.size).toBe(90_000);
    for (const fingerprint of seen) expect(fingerprint > 0n && fingerprint < 2n ** 64n).toBe(true);
  });

  it('never change, because databases store them', () => {
    expect(keyFingerprint(1, 'a')).toBe(keyFingerprint(1, 'a'));
    expect([keyFingerprint(7, 'order-1').toString(16), keyFingerprint(12_345, 'ключ 鍵').toString(16)])
      .toMatchInlineSnapshot(`
      [
        "b72a7acbb330aa44",
        "7f9acdbda8551b2b",
      ]
    `);
  });
});

describe('payload digests', () => {
  it('cover every field except the time and the key', () => {
    const digest = payloadDigest(deposit('a'));
    expect(payloadDigest(deposit('b', { time: 99 }))).toBe(digest);
    expect(payloadDigest(deposit('a', { amount: 6n as Money }))).not.toBe(digest);
    expect(payloadDigest(deposit('a', { reference: 2 }))).not.toBe(digest);
    expect(payloadDigest(deposit('a', { account: 2 }))).not.toBe(digest);
  });

  it('treat an undefined field as absent', () => {
    const order = { type: 'setStops', time: 1, account: 1, key: 'k', order: 3 } as const;
    expect(payloadDigest({ ...order, stopLoss: undefined })).toBe(payloadDigest(order));
  });
});

describe('the memory of keys', () => {
  it('returns the first outcome and refuses another payload', () => {
    const memory = new KeyMemory(10);
    expect(memory.status(deposit('a'))).toEqual({ kind: 'new' });
    memory.remember(deposit('a'), DONE);
    expect(memory.status(deposit('a', { time: 5 }))).toEqual({ kind: 'known', outcome: DONE });
    expect(memory.status(deposit('a', { amount: 6n as Money }))).toEqual({
      kind: 'known',
      outcome: { ok: false, reason: 'key_reused' },
    });
    expect(memory.status(deposit('a', { account: 2 }))).toEqual({ kind: 'new' });
  });

  it('keeps fingerprints of old keys forever, also across a restore', () => {
    const memory = new KeyMemory(10);
    for (let count = 0; count < 5000; count += 1) memory.remember(deposit(`k${count}`), DONE);
    expect(memory.status(deposit('k0'))).toEqual({ kind: 'archived' });
    expect(memory.status(deposit('k4999'))).toEqual({ kind: 'known', outcome: DONE });
    expect(memory.status(deposit('k5000'))).toEqual({ kind: 'new' });
    const restored = new KeyMemory(10, memory.fingerprints());
    for (let count = 0; count < 5000; count += 1) expect(restored.status(deposit(`k${count}`)).kind).toBe('archived');
    expect(restored.status(deposit('k5000'))).toEqual({ kind: 'new' });
    expect([...restored.fingerprints()].length).toBe(5000);
  });
});
