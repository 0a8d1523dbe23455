import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import type { Device } from './support/device.ts';
import { testApp } from './support/test-app.ts';
import { Touch, pointIn } from './support/touch.ts';
import type { Point } from './support/touch.ts';

describe('drawings on the chart', () => {
  const { open } = testApp();

  it('are drawn, styled, locked, copied, deleted and brought back by touch, and survive a reload', async () => {
    const device = await open();
    const { page, say, shot } = device;
    await device.open('/trade');
    const chart = await chartOf(device);
    const touch = await Touch.of(page);
    const count = (): Promise<string | null> => chart.getAttribute('data-drawings');
    const named = (key: string): string => say(`chart.draw.names.${key}`);
    const press = (key: string): Promise<void> =>
      page.getByRole('button', { name: say(`chart.draw.${key}`), exact: true }).click();

    await choose(device, 'trend');
    const line = [await pointIn(chart, 0.15, 0.55), await pointIn(chart, 0.6, 0.25)] as const;
    await touch.move([line]);
    await page.getByText(say('chart.draw.picked', { name: named('trend') })).waitFor();
    await press('style');
    for (const name of [say('chart.draw.colors.red'), '3', say('chart.draw.lines.dashed')])
      await page.getByRole('radio', { name, exact: true }).check();
    await expect.poll(async () => (await stored(page))[0]).toMatchObject({ color: 'red', width: 3, line: 'dashed' });
    await shot('drawing-style');
    expect(await accessibilityFindings(page)).toEqual([]);

    // A locked drawing stays where it is; unlocked it follows the finger.
    const middle = { x: (line[0].x + line[1].x) / 2, y: (line[0].y + line[1].y) / 2 };
    const lower = { x: middle.x, y: middle.y + 60 };
    const placed = (await stored(page))[0]?.at;
    await press('lock');
    await page.getByText(say('chart.draw.isLocked', { name: named('trend') })).waitFor();
    await touch.move([[middle, lower]]);
    expect((await stored(page))[0]?.at).toEqual(placed);
    expect(await page.getByRole('button', { name: say('chart.draw.delete'), exact: true }).isDisabled()).toBe(true);
    await press('unlock');
    await touch.move([[middle, lower]]);
    await expect.poll(async () => Number((await stored(page))[0]?.at[1])).toBeLessThan(Number(placed?.[1]));

    // Undo takes back the drag, redo repeats it; the copy stands next to its original.
    const moved = (await stored(page))[0]?.at;
    await press('undo');
    await expect.poll(async () => (await stored(page))[0]?.at).toEqual(placed);
    await touch.tap(middle);
    await press('redo');
    await expect.poll(async () => (await stored(page))[0]?.at).toEqual(moved);
    await touch.tap(lower);
    await press('duplicate');
    await expect.poll(count).toBe('2');
    const [first, second] = await stored(page);
    expect(second).toMatchObject({ color: 'red', width: 3, line: 'dashed' });
    expect(Number(second?.at[0])).toBeGreaterThan(Number(first?.at[0]));
    await press('delete');
    await page.getByText(say('chart.draw.removedOne')).waitFor();
    await press('undo');
    await expect.poll(count).toBe('2');

    // Three points for a channel, a text for a note, a free stroke for the brush.
    await choose(device, 'channel');
    for (const [across, down] of [
      [0.2, 0.3],
      [0.5, 0.2],
      [0.3, 0.5],
    ] as const)
      await touch.tap(await pointIn(chart, across, down));
    await page.getByText(say('chart.draw.picked', { name: named('channel') })).waitFor();
    await choose(device, 'text');
    await touch.tap(await pointIn(chart, 0.3, 0.7));
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('textbox', { name: say('chart.draw.note') }).fill('  Support of last week ');
    await sheet.getByRole('button', { name: say('chart.draw.save') }).click();
    await sheet.waitFor({ state: 'detached' });
    await choose(device, 'brush');
    await touch.move([[await pointIn(chart, 0.5, 0.6), await pointIn(chart, 0.75, 0.75)]]);
    await expect.poll(count).toBe('5');
    const all = await stored(page);
    expect(all.map(({ tool }) => tool)).toEqual(['trend', 'trend', 'channel', 'text', 'brush']);
    expect([all[2]?.at.length, all[3]?.text]).toEqual([6, 'Support of last week']);

    // The list hides, locks and deletes all; undo brings them back; a reload and another period keep them.
    await page.getByRole('button', { name: say('chart.draw.open') }).click();
    await sheet.getByText('Support of last week').waitFor();
    await sheet.getByRole('switch', { name: say('chart.draw.hideAll') }).click();
    await expect.poll(count).toBe('0');
    await sheet.getByRole('switch', { name: say('chart.draw.hideAll') }).click();
    await expect.poll(count).toBe('5');
    await shot('drawing-sheet');
    expect(await accessibilityFindings(page)).toEqual([]);
    await sheet.getByRole('switch', { name: say('chart.draw.lockAll') }).click();
    expect(await sheet.getByRole('button', { name: say('chart.draw.deleteAll') }).isDisabled()).toBe(true);
    await sheet.getByRole('switch', { name: say('chart.draw.lockAll') }).click();
    await sheet.getByRole('button', { name: say('chart.draw.deleteAll') }).click();
    await expect.poll(count).toBe('0');
    await sheet.getByRole('button', { name: say('common.close') }).click();
    await sheet.waitFor({ state: 'detached' });
    await page.getByText(say('chart.draw.removedAll')).waitFor();
    await press('undo');
    await expect.poll(() => stored(page)).toEqual(all);
    await page.reload();
    await chartOf(device);
    await expect.poll(count).toBe('5');
    const quarters = await chart.getAttribute('data-prices');
    await page.getByRole('radio', { name: say('trade.period.60min') }).click({ force: true });
    await expect.poll(() => chart.getAttribute('data-prices')).not.toBe(quarters);
    await expect.poll(count).toBe('5');
    expect(await stored(page)).toEqual(all);
    await shot('drawing-hours');
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });

  it('are made with the mouse from the toolbar at a desk, and edited by keys', async () => {
    const device = await open({ size: { width: 1280, height: 800 } });
    const { page, say, shot } = device;
    await device.open('/trade');
    const chart = await chartOf(device);
    const count = (): Promise<string | null> => chart.getAttribute('data-drawings');
    await page.getByRole('button', { name: say('chart.draw.open') }).click();
    const toolbar = page.getByRole('toolbar', { name: say('chart.draw.title') });
    const tool = (name: string): Locator =>
      toolbar.getByRole('button', { name: say(`chart.draw.names.${name}`), exact: true });
    await toolbar.waitFor();

    await tool('extension').click();
    for (const [across, down] of [
      [0.2, 0.7],
      [0.4, 0.3],
      [0.5, 0.5],
    ] as const)
      await click(page, await pointIn(chart, across, down));
    await expect.poll(count).toBe('1');
    await tool('measure').click();
    await drag(page, await pointIn(chart, 0.6, 0.6), await pointIn(chart, 0.75, 0.3));
    await expect.poll(count).toBe('2');
    await tool('horizontal').click();
    const level = await pointIn(chart, 0.1, 0.85);
    await click(page, level);
    await expect.poll(count).toBe('3');
    await page.mouse.move(level.x, level.y - 60);
    await shot('drawing-desk');
    expect(await accessibilityFindings(page)).toEqual([]);

    // Escape first ends the selection, then a tool that has set one of two points.
    await page.keyboard.press('Escape');
    await page
      .getByText(say('chart.draw.picked', { name: say('chart.draw.names.horizontal') }))
      .waitFor({ state: 'detached' });
    await tool('ray').click();
    await click(page, await pointIn(chart, 0.3, 0.2));
    await page.getByText(say('chart.draw.placeSecond', { name: say('chart.draw.names.ray') })).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => tool('ray').getAttribute('aria-pressed')).toBe('false');
    expect(await count()).toBe('3');

    await click(page, level);
    await page.getByText(say('chart.draw.picked', { name: say('chart.draw.names.horizontal') })).waitFor();
    await page.keyboard.press('Delete');
    await expect.poll(count).toBe('2');
    await page.keyboard.press('Control+z');
    await expect.poll(count).toBe('3');
    await page.keyboard.press('Control+z');
    await expect.poll(count).toBe('2');
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(count).toBe('3');

    // The magnet is a setting of the device.
    await toolbar.getByRole('button', { name: say('chart.draw.magnet') }).click();
    await tool('horizontal').click();
    await click(page, await pointIn(chart, 0.5, 0.5));
    await expect.poll(count).toBe('4');
    await page.reload();
    await chartOf(device);
    await expect.poll(count).toBe('4');
    expect(await toolbar.getByRole('button', { name: say('chart.draw.magnet') }).getAttribute('aria-pressed')).toBe(
      'true',
    );
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });
});

/** A drawing as the device stores it. */
interface Stored {
  readonly tool: string;
  readonly at: readonly number[];
  readonly text?: string;
}

/** Reads the visitor's drawings from the device's storage. */
function stored(page: Page): Promise<readonly Stored[]> {
  return page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('fairlot.saved..drawings.'));
    const entry = JSON.parse((key === undefined ? null : localStorage.getItem(key)) ?? '{"value":[]}') as {
      readonly value: readonly Stored[];
    };
    return entry.value;
  });
}

/** Chooses a tool from the sheet. */
async function choose({ page, say }: Device, tool: string): Promise<void> {
  await page.getByRole('button', { name: say('chart.draw.open') }).click();
  const sheet = page.getByRole('dialog');
  await sheet
    .getByRole('button', { name: say(`chart.draw.names.${tool}`), exact: true })
    .first()
    .click();
  await sheet.waitFor({ state: 'detached' });
}

async function click(page: Page, { x, y }: Point): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.up();
}

async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
}

/** Waits until the chart has drawn its bars. */
async function chartOf({ page }: Device): Promise<Locator> {
  const chart = page.locator('figure[data-prices]');
  await chart.waitFor();
  return chart;
}
