import { MINUTE_MS } from '@fairlot/domain';
import { addressGroup } from '../../http/addresses.ts';
import { type Answer, refuse } from '../../http/answer.ts';
import type { Clock } from '../../platform/clock.ts';
import { Backoff, type BackoffPolicy } from '../../security/backoff.ts';
import type { Captchas } from '../../security/captcha/captchas.ts';

const QUARTER_HOUR_MS = 15 * MINUTE_MS;
/** Applies to one address at one account. */
const AT_ACCOUNT: BackoffPolicy = { free: 5, firstWaitMs: 30_000, longestWaitMs: QUARTER_HOUR_MS };
/** Applies to one address at all accounts. */
const FROM_ADDRESS: BackoffPolicy = { free: 30, firstWaitMs: 30_000, longestWaitMs: QUARTER_HOUR_MS };
/** Counts failures of all addresses at one account. Never imposes a wait, only a captcha. */
const AT_ACCOUNT_FROM_ANYWHERE: BackoffPolicy = { free: Number.POSITIVE_INFINITY, firstWaitMs: 0, longestWaitMs: 0 };
const FAILURES_BEFORE_CAPTCHA = 10;

/** The answer to a captcha, as clients send it. */
export interface CaptchaAnswer {
  readonly key: string;
  readonly captcha: string;
}

/** An admitted attempt. It counts as failed until the caller reports one of these outcomes. */
export interface Attempt {
  /** The attempt succeeded: forgives the failures of this address at this account. */
  succeeded(): void;
  /** The attempt was refused for a reason that reveals nothing about secrets: it is not counted. */
  forgotten(): void;
}

/**
 * Throttles guessing of passwords and codes. Waits apply to an address, alone or at one account, and never to an
 * account as a whole: an attacker can't lock the owner out, but many failures make everyone solve a captcha.
 */
export class LoginThrottle {
  readonly #backoff: Backoff;
  readonly #captchas: Captchas;

  constructor(captchas: Captchas, clock: Clock) {
    this.#backoff = new Backoff(clock);
    this.#captchas = captchas;
  }

  /** Admits an attempt at an account, or refuses it with a reason. `account` need not exist. */
  pass(account: string, address: string, answer: CaptchaAnswer): Answer<never> | Attempt {
    const group = addressGroup(address);
    const [pair, from, at] = [`pair ${group} ${account}`, `from ${group}`, `at ${account}`];
    const waitMs = Math.max(this.#backoff.waitMs(pair), this.#backoff.waitMs(from));
    if (waitMs > 0) return refuse('too_many_attempts', { seconds: String(Math.ceil(waitMs / 1000)) });
    if (Math.max(this.#backoff.failures(at), this.#backoff.failures(from)) >= FAILURES_BEFORE_CAPTCHA) {
      const refusal = askForCaptcha(this.#captchas, answer);
      if (refusal !== undefined) return refusal;
    }
    this.#backoff.begin(pair, AT_ACCOUNT);
    this.#backoff.begin(from, FROM_ADDRESS);
    this.#backoff.begin(at, AT_ACCOUNT_FROM_ANYWHERE);
    const takeBack = (): void => {
      this.#backoff.takeBack(from);
      this.#backoff.takeBack(at);
    };
    return {
      succeeded: () => {
        this.#backoff.forgive(pair);
        takeBack();
      },
      forgotten: () => {
        this.#backoff.takeBack(pair);
        takeBack();
      },
    };
  }
}

/** Checks a captcha's answer. Returns a refusal, or undefined when the answer is right. */
export function askForCaptcha(captchas: Captchas, { key, captcha }: CaptchaAnswer): Answer<never> | undefined {
  if (key === '' || captcha === '') return refuse('captcha_required');
  return captchas.solve(key, captcha) ? undefined : refuse('captcha_invalid');
}
