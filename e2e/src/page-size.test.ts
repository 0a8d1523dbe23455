import { expect, it } from 'vitest';
import { filesOfScreen, pageSizes } from '../../tools/src/page-sizes.ts';

it('the built page is within its size limits: start, chart, sheets, and each language', () => {
  const steps = pageSizes('apps/trader/dist');
  expect(steps.length).toBeGreaterThan(3);
  expect(steps.filter(({ size, limit }) => size > limit)).toEqual([]);
});

// Each file is a round trip on a phone, with six of them at once over HTTP/1.1.
it.each(['MarketScreen', 'TradeScreen', 'LoginScreen', 'RegisterScreen'])('%s loads few files', (screen) => {
  const files = filesOfScreen('apps/trader/dist', screen);
  expect(files.length).toBeGreaterThan(1);
  expect(files.length).toBeLessThanOrEqual(5);
  // Sheets and dialogs are loaded when the first of them opens.
  expect(files).not.toContain('controls');
});
