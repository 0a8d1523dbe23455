import { describe, expect, it } from 'vitest';
import { OverloadedError } from '../platform/concurrency-limit.ts';
import { Passwords } from './passwords.ts';

describe('passwords', () => {
  it('are stored as argon2id hashes with 19 MiB, two passes and a new salt each', async () => {
    const passwords = new Passwords();
    const [one, two] = [await passwords.hash('correct horse'), await passwords.hash('correct horse')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await passwords.matches(one, 'correct horse')).toBe(true);
    expect(await passwords.matches(one, 'correct horsf')).toBe(false);
    expect(await passwords.matches(undefined, 'correct horse')).toBe(false);
  });

  it('match in every Unicode normal form', async () => {
    const passwords = new Passwords();
    expect(await passwords.matches(await passwords.hash('pa\u0308sswort'), 'p\u00e4sswort')).toBe(true);
  });

  it('are checked a few at a time; a flood is refused without delaying queued checks', async () => {
    const passwords = new Passwords();
    const stored = await passwords.hash('mine');
    const results = await Promise.allSettled(Array.from({ length: 230 }, () => passwords.matches(stored, 'mine')));
    const turnedAway = results.filter((result) => result.status === 'rejected');
    expect(turnedAway).toHaveLength(28);
    expect(turnedAway.every((result) => result.reason instanceof OverloadedError)).toBe(true);
    expect(results.filter((result) => result.status === 'fulfilled' && result.value)).toHaveLength(202);
    expect(await passwords.matches(stored, 'mine')).toBe(true);
  });
});
