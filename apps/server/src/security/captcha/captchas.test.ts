import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { Captchas } from './captchas.ts';
import { CAPTCHA_ALPHABET } from './glyphs.ts';
import { drawCaptcha } from './picture.ts';

/** Captchas with known answers. */
function readable(clock: () => number = () => 0) {
  const drawn: string[] = [];
  const captchas = new Captchas(clock, (text) => {
    drawn.push(text);
    return Promise.resolve(Buffer.from('picture'));
  });
  return { captchas, issue: async () => ({ ...(await captchas.issue()), answer: drawn.at(-1) ?? '' }) };
}

describe('a picture', () => {
  it('accepts its answer once, in either case', async () => {
    const { captchas, issue } = readable();
    const { id, answer } = await issue();
    expect(answer).toMatch(new RegExp(`^[${CAPTCHA_ALPHABET}]{5}$`));
    expect(captchas.solve(id, ` ${answer.toLowerCase()} `)).toBe(true);
    expect(captchas.solve(id, answer)).toBe(false);
  });

  it('is used up by a wrong answer, and expires after five minutes', async () => {
    let now = 0;
    const { captchas, issue } = readable(() => now);
    const [wrong, late] = [await issue(), await issue()];
    expect(captchas.solve(wrong.id, 'nonono')).toBe(false);
    expect(captchas.solve(wrong.id, wrong.answer)).toBe(false);
    now = 5 * 60_000;
    expect(captchas.solve(late.id, late.answer)).toBe(false);
    expect(captchas.solve('unknown', '')).toBe(false);
  });

  it('is evicted when very many others are open', async () => {
    const { captchas, issue } = readable();
    const first = await issue();
    const second = await issue();
    for (let index = 0; index < 19_999; index += 1) await issue();
    expect([captchas.solve(first.id, first.answer), captchas.solve(second.id, second.answer)]).toEqual([false, true]);
  });

  it('is a new PNG every time, and contains only pixels', async () => {
    const [one, two] = [await drawCaptcha('A2K7X'), await drawCaptcha('A2K7X')];
    const { width, height, format } = await sharp(one).metadata();
    expect([width, height, format]).toEqual([200, 72, 'png']);
    expect(one.equals(two)).toBe(false);
    expect(one.includes('A2K7X') || one.includes('svg') || one.includes('tEXt')).toBe(false);
  });

  it('can show every character', async () => {
    for (const character of CAPTCHA_ALPHABET) expect((await drawCaptcha(character)).length).toBeGreaterThan(500);
  });
});
