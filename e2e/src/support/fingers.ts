import type { CDPSession, Locator, Page } from 'playwright-core';

/** A place on the page in CSS px. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** So far a finger is, for browsers and for the chart, still where it came down, in CSS px. */
const SLOP = 16;

/** Real touches, as the browser's own input sees them: it decides what scrolls, what pans and what is a tap. */
export class Fingers {
  readonly #session: CDPSession;
  readonly #page: Page;

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  static async of(page: Page): Promise<Fingers> {
    return new Fingers(page, await page.context().newCDPSession(page));
  }

  /**
   * Each path is a finger; all go from their first to their last place at once, in steps of a frame. They set off without
   * waiting for a frame: on a busy machine a finger that is slow to leave its place would be one that stays.
   */
  async move(paths: readonly (readonly [Place, Place])[], steps = 12): Promise<void> {
    const way = Math.max(...paths.map(([from, to]) => Math.hypot(to.x - from.x, to.y - from.y)));
    const off = Math.min(1, SLOP / way);
    const at = (share: number): Place[] =>
      paths.map(([from, to]) => ({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }));
    await this.#touch('touchStart', at(0));
    await this.#touch('touchMove', at(off));
    for (let step = 1; step <= steps; step += 1) {
      await this.#touch('touchMove', at(off + ((1 - off) * step) / steps));
      await this.#frame();
    }
    // A finger that rests before it leaves throws nothing.
    await this.#page.waitForTimeout(120);
    await this.#touch('touchEnd', []);
    await this.#frame();
  }

  /** Puts a finger down and leaves it there; `lift` takes it away. */
  async hold(at: Place): Promise<void> {
    await this.#touch('touchStart', [at]);
  }

  async lift(): Promise<void> {
    await this.#touch('touchEnd', []);
    await this.#frame();
  }

  async tap(at: Place): Promise<void> {
    await this.hold(at);
    await this.lift();
  }

  async #touch(type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Place[]): Promise<void> {
    await this.#session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map((point, id) => ({ ...point, id })),
    });
  }

  async #frame(): Promise<void> {
    await this.#page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => resolve(undefined));
        }),
    );
  }
}

/** A place inside an element, as shares of its width and height. */
export async function placeIn(element: Locator, across: number, down: number): Promise<Place> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('the element is not on the page');
  return { x: box.x + box.width * across, y: box.y + box.height * down };
}
