import { randomInt } from 'node:crypto';
import type { Page } from 'playwright-core';

/** Longest delay of an answer or socket message in milliseconds; 0 is off. */
const DELAY_MS = Number(process.env['FAIRLOT_E2E_DELAY'] ?? '0');
const SEED = Number(process.env['FAIRLOT_E2E_SEED'] ?? randomInt(1_000_000));
/** Slowdowns of a page's processor and of its animations, chosen by the seed: some races need a fast page. */
const PROCESSOR = [1, 2, 4] as const;
const ANIMATIONS = [1, 4] as const;

let pages = 0;

/**
 * With FAIRLOT_E2E_DELAY, delays the page's answers, socket messages and own steps in its history at random, and slows
 * its processor and animations. Tests that race then fail often instead of rarely. FAIRLOT_E2E_SEED repeats the choices of a run.
 */
export async function shake(page: Page): Promise<void> {
  if (DELAY_MS <= 0) return;
  pages += 1;
  const seed = SEED + pages;
  const processor = PROCESSOR[seed % PROCESSOR.length] ?? 1;
  const animations = ANIMATIONS[seed % ANIMATIONS.length] ?? 1;
  console.log(
    `FAIRLOT_E2E_SEED=${SEED}: page ${pages}, processor ${processor} times and animations ${animations} times slower`,
  );
  await page.addInitScript(delayAnswers, [DELAY_MS, seed] as const);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: processor });
  await devtools.send('Animation.enable');
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 1 / animations });
}

/** Runs in the page, before its own scripts. */
function delayAnswers([longest, seed]: readonly [number, number]): void {
  // A linear congruential generator (Numerical Recipes).
  let state = seed >>> 0;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  // The timers and the time from before a test replaces the page's clock.
  const later = setTimeout.bind(window);
  const now = performance.now.bind(performance);

  const send = window.fetch.bind(window);
  window.fetch = async (...request) => {
    const answer = await send(...request);
    await new Promise((resolve) => void later(resolve, random() * longest));
    request[1]?.signal?.throwIfAborted();
    return answer;
  };

  // A browser counts the steps from the entry at the call, and drops them if that entry is gone.
  history.go = (delta = 0) => {
    const target = navigation.entries()[(navigation.currentEntry?.index ?? 0) + delta];
    if (target === undefined) return;
    later(() => {
      for (const moved of Object.values(navigation.traverseTo(target.key))) moved.catch(() => undefined);
    }, random() * longest);
  };

  const after = async (earlier: Promise<void>, due: number, deliver: () => void): Promise<void> => {
    await earlier;
    if (due > now()) await new Promise<void>((resolve) => void later(resolve, due - now()));
    deliver();
  };
  window.WebSocket = class extends WebSocket {
    #delivered = Promise.resolve();

    override addEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
      super.addEventListener(type, (event) => {
        // Each event waits for the one before it, because a socket keeps their order.
        this.#delivered = after(this.#delivered, now() + random() * longest, () => {
          if (typeof listener === 'function') listener.call(this, event);
          else listener.handleEvent(event);
        });
      });
    }
  };
}
