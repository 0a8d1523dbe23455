import { expect, it } from 'vitest';
import { fitted, shrink } from './shrink.ts';

it.each([
  [640, 400, 640, 400],
  [8000, 6000, 2400, 1800],
  [100, 9600, 25, 2400],
  [1, 100_000, 1, 2400],
])('%i × %i becomes %i × %i', (width, height, fitWidth, fitHeight) => {
  expect(fitted(width, height)).toEqual({ width: fitWidth, height: fitHeight });
});

it('sends a file that cannot be decoded as it is', async () => {
  const file = new Blob(['no picture'], { type: 'image/heic' });
  expect(await shrink(file)).toBe(file);
});
