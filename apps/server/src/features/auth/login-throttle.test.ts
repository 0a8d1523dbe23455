import { describe, expect, it } from 'vitest';
import { Captchas } from '../../security/captcha/captchas.ts';
import { LoginThrottle } from './login-throttle.ts';

const NONE = { key: '', captcha: '' };

function setUp() {
  let now = 0;
  let answer = '';
  const captchas = new Captchas(
    () => now,
    (text) => {
      answer = text;
      return Promise.resolve(Buffer.alloc(0));
    },
  );
  const throttle = new LoginThrottle(captchas, () => now);
  const fails = (account: string, address: string, captcha = NONE): string => {
    const passed = throttle.pass(account, address, captcha);
    return 'ok' in passed ? (passed.ok ? 'ok' : passed.reason) : 'passed';
  };
  const solved = async () => ({ key: (await captchas.issue()).id, captcha: answer });
  return {
    throttle,
    fails,
    solved,
    wait: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

describe('LoginThrottle', () => {
  it('makes a network wait at an account after five failures, but no other network', () => {
    const { fails, wait } = setUp();
    expect(Array.from({ length: 8 }, () => fails('a@b.example', '192.0.2.1'))).toEqual([
      ...Array.from({ length: 6 }, () => 'passed'),
      'too_many_attempts',
      'too_many_attempts',
    ]);
    expect(fails('a@b.example', '192.0.2.2')).toBe('passed');
    expect(fails('c@d.example', '192.0.2.1')).toBe('passed');
    wait(30_000);
    expect(fails('a@b.example', '192.0.2.1')).toBe('passed');
    expect(fails('a@b.example', '192.0.2.1')).toBe('too_many_attempts');
  });

  it('counts all addresses of one network together', () => {
    const { fails } = setUp();
    expect(Array.from({ length: 7 }, (_, index) => fails('a@b.example', `2001:db8:1:2::${index + 1}`)).at(-1)).toBe(
      'too_many_attempts',
    );
    expect(fails('a@b.example', '2001:db8:1:3::1')).toBe('passed');
  });

  it('requires a captcha of everyone at an account after failures from many networks', async () => {
    const { fails, solved, throttle } = setUp();
    for (let index = 0; index < 10; index += 1) fails('a@b.example', `192.0.2.${index}`);
    expect(fails('a@b.example', '198.51.100.1')).toBe('captcha_required');
    expect(fails('a@b.example', '198.51.100.1', { ...(await solved()), captcha: '-----' })).toBe('captcha_invalid');
    const answer = await solved();
    expect(fails('a@b.example', '198.51.100.1', answer)).toBe('passed');
    expect(fails('a@b.example', '198.51.100.1', answer)).toBe('captcha_invalid');
    expect('ok' in throttle.pass('c@d.example', '198.51.100.1', NONE)).toBe(false);
  });

  it('slows down a network that tries many accounts, even with solved captchas', async () => {
    const { fails, solved } = setUp();
    const outcomes: string[] = [];
    for (let index = 0; index < 33; index += 1)
      outcomes.push(fails(`user-${index}@b.example`, '192.0.2.1', await solved()));
    expect(outcomes.at(-1)).toBe('too_many_attempts');
  });

  it('forgives failures after a success', () => {
    const { throttle, fails } = setUp();
    for (let index = 0; index < 4; index += 1) fails('a@b.example', '192.0.2.1');
    const passed = throttle.pass('a@b.example', '192.0.2.1', NONE);
    if (!('ok' in passed)) passed.succeeded();
    expect(Array.from({ length: 5 }, () => fails('a@b.example', '192.0.2.1'))).toEqual(
      Array.from({ length: 5 }, () => 'passed'),
    );
  });
});
