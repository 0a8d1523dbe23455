import type { CDPSession, Locator, Page } from 'playwright-core';

/** A point on the page in CSS px. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Distance in CSS px up to which browsers and the chart treat a finger as not moved. */
const SLOP = 16;

/** Real touch events through the browser's input, so that the browser decides on scrolling, panning and taps. */
export class Touch {
  readonly #session: CDPSession;
  readonly #page: Page;

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  static async of(page: Page): Promise<Touch> {
    return new Touch(page, await page.context().newCDPSession(page));
  }

  /**
   * Moves one finger per path, all from the first to the last point at once, one step per frame. The first step is sent
   * before the touch is answered: on a busy machine the late start would count as a long press.
   */
  async move(paths: readonly (readonly [Point, Point])[], steps = 12): Promise<void> {
    const way = Math.max(...paths.map(([from, to]) => Math.hypot(to.x - from.x, to.y - from.y)));
    const off = Math.min(1, SLOP / way);
    const at = (share: number): Point[] =>
      paths.map(([from, to]) => ({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }));
    await Promise.all([this.#touch('touchStart', at(0)), this.#touch('touchMove', at(off))]);
    for (let step = 1; step <= steps; step += 1) {
      await this.#touch('touchMove', at(off + ((1 - off) * step) / steps));
      await this.#frame();
    }
    // A pause before the fingers are lifted prevents momentum scrolling.
    await this.#page.waitForTimeout(120);
    await this.#touch('touchEnd', []);
    await this.#frame();
  }

  /** Puts a finger down and holds it until `lift`. */
  async hold(at: Point): Promise<void> {
    await this.#touch('touchStart', [at]);
  }

  async lift(): Promise<void> {
    await this.#touch('touchEnd', []);
    await this.#frame();
  }

  /**
   * Sends both events before the first is answered, so that a busy test process does not turn a tap into a long press.
   */
  async tap(at: Point): Promise<void> {
    await Promise.all(this.#tapAt(at));
    await this.#frame();
  }

  /** Sends both taps at once, because two taps are a double tap only within some hundred milliseconds. */
  async doubleTap(at: Point): Promise<void> {
    await Promise.all([...this.#tapAt(at), ...this.#tapAt(at)]);
    await this.#frame();
  }

  #tapAt(at: Point): Promise<void>[] {
    return [this.#touch('touchStart', [at]), this.#touch('touchEnd', [])];
  }

  async #touch(type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]): Promise<void> {
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

/** Returns a point inside an element, given as shares of its width and height. */
export async function pointIn(element: Locator, across: number, down: number): Promise<Point> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('the element is not on the page');
  return { x: box.x + box.width * across, y: box.y + box.height * down };
}
