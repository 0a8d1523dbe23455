import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { Device } from './device.ts';
import type { Point } from './touch.ts';

/** Waits until the chart has drawn its bars. */
export async function chartOf({ page }: Device): Promise<Locator> {
  const chart = page.locator('figure[data-bars]');
  await chart.waitFor();
  return chart;
}

/** Finds the centre of the handle of a line's tag in the canvas, by its colour. */
export async function tagPlace(chart: Locator, token: '--up' | '--down' | '--brand'): Promise<Point> {
  const find = async (): Promise<Point | null> =>
    chart.evaluate((figure, name) => {
      const [red = 0, green = 0, blue = 0] = (
        getComputedStyle(document.documentElement).getPropertyValue(name).trim().slice(1).match(/../g) ?? []
      ).map((pair) => Number.parseInt(pair, 16));
      const box = figure.getBoundingClientRect();
      // Every pane of the chart has a canvas for the bars and one above it for drawings.
      for (const canvas of [...figure.querySelectorAll('canvas')].filter((_, at) => at % 2 === 1)) {
        const at = canvas.getBoundingClientRect();
        const scale = canvas.width / at.width;
        const pixels = canvas.getContext('2d')?.getImageData(Math.round(11 * scale), 0, 1, canvas.height).data ?? [];
        let run = 0;
        for (let y = 0; y < canvas.height; y += 1) {
          const [r = 0, g = 0, b = 0] = pixels.slice(y * 4, y * 4 + 3);
          run = Math.abs(r - red) + Math.abs(g - green) + Math.abs(b - blue) < 24 ? run + 1 : 0;
          if (run >= 12 * scale) return { x: box.left + 24, y: at.top + (y - run / 2) / scale };
        }
      }
      return null;
    }, token);
  let place = await find();
  await expect.poll(async () => (place ??= await find())).not.toBeNull();
  if (place === null) throw new Error(`no tag in ${token}`);
  return place;
}
