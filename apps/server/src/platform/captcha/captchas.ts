import { randomBytes, randomInt } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { CAPTCHA_ALPHABET } from './glyphs.ts';
import { drawCaptcha } from './picture.ts';

const LENGTH = 5;
const LIFETIME_MS = 5 * 60_000;
/** Unsolved pictures at a time; the oldest goes first. They are limited by address before they are drawn. */
const MOST_OPEN = 20_000;

/** A picture and what it is asked for by. */
export interface Captcha {
  readonly id: string;
  /** A PNG as a data URL. */
  readonly picture: string;
}

/** Pictures that people read more easily than programs. Each can be answered once, rightly or wrongly. */
export class Captchas {
  private readonly open = new Map<string, { readonly answer: string; readonly expiresAt: number }>();
  private readonly clock: Clock;
  private readonly draw: (text: string) => Promise<Buffer>;

  /** `draw` is the real one except where a test wants to read along. */
  constructor(clock: Clock, draw: (text: string) => Promise<Buffer> = drawCaptcha) {
    this.clock = clock;
    this.draw = draw;
  }

  async issue(): Promise<Captcha> {
    const answer = Array.from({ length: LENGTH }, () =>
      CAPTCHA_ALPHABET.charAt(randomInt(CAPTCHA_ALPHABET.length)),
    ).join('');
    const picture = await this.draw(answer);
    const id = randomBytes(18).toString('base64url');
    this.open.set(id, { answer, expiresAt: this.clock() + LIFETIME_MS });
    if (this.open.size > MOST_OPEN) this.forgetOldest();
    return { id, picture: `data:image/png;base64,${picture.toString('base64')}` };
  }

  /** Whether the answer is right. The picture is used up either way. */
  solve(id: string, answer: string): boolean {
    const found = this.open.get(id);
    this.open.delete(id);
    return found !== undefined && found.expiresAt > this.clock() && found.answer === answer.trim().toUpperCase();
  }

  private forgetOldest(): void {
    for (const id of this.open.keys()) {
      this.open.delete(id);
      return;
    }
  }
}
