import { randomBytes, randomInt } from 'node:crypto';
import { MINUTE_MS } from '@fairlot/domain';
import type { Clock } from '../../platform/clock.ts';
import { CAPTCHA_ALPHABET } from './glyphs.ts';
import { drawCaptcha } from './picture.ts';

const LENGTH = 5;
const LIFETIME_MS = 5 * MINUTE_MS;
/**
 * Maximum number of unsolved pictures; the oldest is evicted first. Requests are limited by address before a picture is
 * drawn.
 */
const MOST_OPEN = 20_000;

/** A captcha's id and picture. */
export interface Captcha {
  readonly id: string;
  /** A PNG as a data URL. */
  readonly picture: string;
}

/** Captchas: pictures that are easier to read for people than for programs. Each accepts one answer, right or wrong. */
export class Captchas {
  readonly #open = new Map<string, { readonly answer: string; readonly expiresAt: number }>();
  readonly #clock: Clock;
  readonly #draw: (text: string) => Promise<Buffer>;

  /** Tests pass a `draw` that records the answers. */
  constructor(clock: Clock, draw: (text: string) => Promise<Buffer> = drawCaptcha) {
    this.#clock = clock;
    this.#draw = draw;
  }

  async issue(): Promise<Captcha> {
    const answer = Array.from({ length: LENGTH }, () =>
      CAPTCHA_ALPHABET.charAt(randomInt(CAPTCHA_ALPHABET.length)),
    ).join('');
    const picture = await this.#draw(answer);
    const id = randomBytes(18).toString('base64url');
    this.#open.set(id, { answer, expiresAt: this.#clock() + LIFETIME_MS });
    if (this.#open.size > MOST_OPEN) this.#forgetOldest();
    return { id, picture: `data:image/png;base64,${picture.toString('base64')}` };
  }

  /** True when the answer is right. The picture is used up in any case. */
  solve(id: string, answer: string): boolean {
    const found = this.#open.get(id);
    this.#open.delete(id);
    return found !== undefined && found.expiresAt > this.#clock() && found.answer === answer.trim().toUpperCase();
  }

  #forgetOldest(): void {
    for (const id of this.#open.keys()) {
      this.#open.delete(id);
      return;
    }
  }
}
