import { type Money, stampOfTime, timeKey } from '@fairlot/domain';
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

  it('are stored for good, so they never change', () => {
    expect(payloadDigest(deposit('a'))).toMatchInlineSnapshot(`"23ff0a4f235d61cc"`);
  });

  it('treat an undefined field as absent', () => {
    const order = { type: 'setStops', time: 1, account: 1, key: 'k', order: 3 } as const;
    expect(payloadDigest({ ...order, stopLoss: undefined })).toBe(payloadDigest(order));
  });
});

/** A key made at a millisecond. */
const timed = (ms: number): string => timeKey(stampOfTime(ms), new Uint8Array(9));

describe('the memory of keys', () => {
  it('returns the first outcome and refuses another payload', () => {
    const memory = new KeyMemory(10);
    memory.remember(deposit('a'), DONE, 1);
    expect(memory.status(deposit('a', { time: 5 }))).toEqual({ kind: 'known', outcome: DONE });
    expect(memory.status(deposit('a', { amount: 6n as Money }))).toEqual({
      kind: 'known',
      outcome: { ok: false, reason: 'key_reused' },
    });
  });

  it('takes a key as new only when its time proves it', () => {
    const memory = new KeyMemory(10, [{ account: 1, stamp: stampOfTime(500) }]);
    expect(memory.status(deposit('a'))).toEqual({ kind: 'archived' });
    expect(memory.status(deposit(timed(500)))).toEqual({ kind: 'archived' });
    expect(memory.status(deposit(timed(501)))).toEqual({ kind: 'new' });
    expect(memory.status(deposit(timed(1), { account: 2 }))).toEqual({ kind: 'new' });
  });

  it('takes every absent key as new while it holds all keys of the journal', () => {
    const memory = new KeyMemory(2, [], true);
    for (let count = 1; count <= 4; count += 1) {
      expect(memory.status(deposit(`key-${count}`))).toEqual({ kind: 'new' });
      memory.remember(deposit(`key-${count}`), DONE, count);
    }
    memory.remember(deposit('key-5'), DONE, 5);
    expect(memory.status(deposit('key-6'))).toEqual({ kind: 'archived' });
    const lost = new KeyMemory(2, [], true);
    lost.remember(deposit('key-1'), DONE, 1);
    lost.forgetAfter(0);
    expect(lost.status(deposit('key-1'))).toEqual({ kind: 'archived' });
  });

  it('proves a late key new while the later ones are in memory, and not when they have left it', () => {
    const memory = new KeyMemory(10);
    memory.remember(deposit(timed(900)), DONE, 1);
    expect(memory.status(deposit(timed(800)))).toEqual({ kind: 'new' });
    for (let count = 1; count <= 20; count += 1) memory.remember(deposit(timed(1000 + count)), DONE, 1 + count);
    expect(memory.status(deposit(timed(900)))).toEqual({ kind: 'archived' });
    expect(memory.status(deposit(timed(800)))).toEqual({ kind: 'archived' });
    expect(memory.status(deposit(timed(1020)))).toEqual({ kind: 'known', outcome: DONE });
    expect(memory.status(deposit(timed(1021)))).toEqual({ kind: 'new' });
  });

  it('leaves the keys of rows that may not have happened to the journal', () => {
    const memory = new KeyMemory(10);
    for (const [index, key] of [timed(10), timed(20), 'other'].entries())
      memory.remember(deposit(key), DONE, index + 1);
    memory.forgetAfter(1);
    expect(memory.status(deposit(timed(10)))).toEqual({ kind: 'known', outcome: DONE });
    expect(memory.status(deposit(timed(20)))).toEqual({ kind: 'archived' });
    expect(memory.status(deposit('other'))).toEqual({ kind: 'archived' });
    expect(memory.status(deposit(timed(21)))).toEqual({ kind: 'new' });
  });
});
