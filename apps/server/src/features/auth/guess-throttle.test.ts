import { describe, expect, it } from 'vitest';
import { GuessThrottle } from './guess-throttle.ts';

function setUp() {
  let now = 0;
  const throttle = new GuessThrottle(() => now);
  return {
    throttle,
    guess: (user: number, address: string): string => {
      const admitted = throttle.begin(user, address);
      return 'ok' in admitted ? (admitted.ok ? 'ok' : admitted.reason) : 'admitted';
    },
    wait: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

describe('GuessThrottle', () => {
  it('admits twenty-one wrong guesses at a user from any number of networks', () => {
    const { guess } = setUp();
    const outcomes = Array.from({ length: 100 }, (_, index) => guess(1, `2001:db8:0:${(index + 1).toString(16)}::1`));
    expect(outcomes.filter((outcome) => outcome === 'admitted')).toHaveLength(21);
    expect(guess(2, '2001:db8:0:1::1')).toBe('admitted');
  });

  it('admits few guesses in a day, however long the guesser waits', () => {
    const { guess, wait } = setUp();
    let admitted = 0;
    for (let second = 0; second < 86_400; second += 10) {
      if (guess(1, `2001:db8:0:${(second % 65_536).toString(16)}::1`) === 'admitted') admitted += 1;
      wait(10_000);
    }
    // Twenty free ones, doubling waits, then one every fifteen minutes.
    expect(admitted).toBeLessThan(130);
  });

  it('forgives a network after a right guess, and only that guess of the others’', () => {
    const { throttle, guess } = setUp();
    for (let index = 0; index < 19; index += 1) guess(1, `2001:db8:0:${(index + 1).toString(16)}::1`);
    const right = throttle.begin(1, '192.0.2.1');
    if (!('ok' in right)) right.right();
    expect([guess(1, '192.0.2.1'), guess(1, '192.0.2.1'), guess(1, '192.0.2.1')]).toEqual([
      'admitted',
      'admitted',
      'too_many_attempts',
    ]);
  });
});
