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
  it('tell accounts and keys apart', () => {
    const seen = new Set<bigint>();
    for (let account = 1; account <= 300; account += 1)
      for (let key = 0; key < 300; key += 1) seen.add(keyFingerprint(account, `key-${key}`));
    expect(seen.size).toBe(90_000);
    for (const fingerprint of seen) expect(fingerprint > 0n && fingerprint < 2n ** 64n).toBe(true);
  });

  it('are the same for ever: they are kept in databases', () => {
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
  it('leave out the time and the key, and nothing else', () => {
    const digest = payloadDigest(deposit('a'));
    expect(payloadDigest(deposit('b', { time: 99 }))).toBe(digest);
    expect(payloadDigest(deposit('a', { amount: 6n as Money }))).not.toBe(digest);
    expect(payloadDigest(deposit('a', { reference: 2 }))).not.toBe(digest);
    expect(payloadDigest(deposit('a', { account: 2 }))).not.toBe(digest);
  });

  it('take an absent field and an undefined one for the same', () => {
    const order = { type: 'setStops', time: 1, account: 1, key: 'k', order: 3 } as const;
    expect(payloadDigest({ ...order, stopLoss: undefined })).toBe(payloadDigest(order));
  });
});

describe('the memory of keys', () => {
  it('answers with the first outcome, and refuses another payload', () => {
    const memory = new KeyMemory(10);
    expect(memory.standing(deposit('a'))).toEqual({ kind: 'new' });
    memory.remember(deposit('a'), DONE);
    expect(memory.standing(deposit('a', { time: 5 }))).toEqual({ kind: 'known', outcome: DONE });
    expect(memory.standing(deposit('a', { amount: 6n as Money }))).toEqual({
      kind: 'known',
      outcome: { ok: false, reason: 'key_reused' },
    });
    expect(memory.standing(deposit('a', { account: 2 }))).toEqual({ kind: 'new' });
  });

  it('keeps old keys as fingerprints for good, over a restore, too', () => {
    const memory = new KeyMemory(10);
    for (let count = 0; count < 5000; count += 1) memory.remember(deposit(`k${count}`), DONE);
    expect(memory.standing(deposit('k0'))).toEqual({ kind: 'archived' });
    expect(memory.standing(deposit('k4999'))).toEqual({ kind: 'known', outcome: DONE });
    expect(memory.standing(deposit('k5000'))).toEqual({ kind: 'new' });
    const restored = new KeyMemory(10, memory.fingerprints());
    for (let count = 0; count < 5000; count += 1) expect(restored.standing(deposit(`k${count}`)).kind).toBe('archived');
    expect(restored.standing(deposit('k5000'))).toEqual({ kind: 'new' });
    expect([...restored.fingerprints()].length).toBe(5000);
  });
});
