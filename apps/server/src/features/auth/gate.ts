import { addressGroup } from '../../platform/addresses.ts';
import type { Answer } from '../../platform/answer.ts';
import { refuse } from '../../platform/answer.ts';
import { Attempts } from '../../platform/attempts.ts';
import type { Patience } from '../../platform/attempts.ts';
import type { Captchas } from '../../platform/captcha/captchas.ts';
import type { Clock } from '../../platform/clock.ts';

const QUARTER_HOUR_MS = 15 * 60_000;
/** Of one address at one account. */
const AT_ACCOUNT: Patience = { free: 5, firstWaitMs: 30_000, longestWaitMs: QUARTER_HOUR_MS };
/** Of one address at whatever accounts. */
const FROM_ADDRESS: Patience = { free: 30, firstWaitMs: 30_000, longestWaitMs: QUARTER_HOUR_MS };
/** Of everybody at one account: nobody is made to wait for others, but above this a picture has to be read. */
const AT_ACCOUNT_FROM_ANYWHERE: Patience = { free: Number.POSITIVE_INFINITY, firstWaitMs: 0, longestWaitMs: 0 };
const FAILURES_BEFORE_CAPTCHA = 10;

/** An answer to a picture, as clients send it. */
export interface CaptchaAnswer {
  readonly key: string;
  readonly captcha: string;
}

/** An attempt that was let through; one of the two must be said when its outcome is known. A failure needs no word. */
export interface Attempt {
  /** It succeeded: this address is at home at this account. */
  succeeded(): void;
  /** It was refused for something that tells nothing about secrets. */
  forgotten(): void;
}

/**
 * Slows down guessing at passwords and codes. Waiting is imposed on an address at an account and on an address, never on an
 * account as such: whoever guesses from elsewhere can't lock its owner out, but makes everybody read a picture.
 */
export class Gate {
  private readonly attempts: Attempts;
  private readonly captchas: Captchas;

  constructor(captchas: Captchas, clock: Clock) {
    this.attempts = new Attempts(clock);
    this.captchas = captchas;
  }

  /** Lets an attempt at an account through, or says why not. `account` need not exist. */
  pass(account: string, address: string, answer: CaptchaAnswer): Answer<never> | Attempt {
    const group = addressGroup(address);
    const [pair, from, at] = [`pair ${group} ${account}`, `from ${group}`, `at ${account}`];
    const waitMs = Math.max(this.attempts.waitMs(pair), this.attempts.waitMs(from));
    if (waitMs > 0) return refuse('too_many_attempts', { seconds: String(Math.ceil(waitMs / 1000)) });
    if (Math.max(this.attempts.failures(at), this.attempts.failures(from)) >= FAILURES_BEFORE_CAPTCHA) {
      const refusal = askForCaptcha(this.captchas, answer);
      if (refusal !== undefined) return refusal;
    }
    this.attempts.begin(pair, AT_ACCOUNT);
    this.attempts.begin(from, FROM_ADDRESS);
    this.attempts.begin(at, AT_ACCOUNT_FROM_ANYWHERE);
    const takeBack = (): void => {
      this.attempts.takeBack(from);
      this.attempts.takeBack(at);
    };
    return {
      succeeded: () => {
        this.attempts.forgive(pair);
        takeBack();
      },
      forgotten: () => {
        this.attempts.takeBack(pair);
        takeBack();
      },
    };
  }
}

/** Why a call that needs a picture's answer is refused; undefined when the answer is right. */
export function askForCaptcha(captchas: Captchas, { key, captcha }: CaptchaAnswer): Answer<never> | undefined {
  if (key === '' || captcha === '') return refuse('captcha_required');
  return captchas.solve(key, captcha) ? undefined : refuse('captcha_invalid');
}
