import { Suspense, createElement } from 'react';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { page } from './page.ts';

const Screen: ComponentType = () => 'the screen';
const drawn = (screen: ComponentType): string =>
  renderToStaticMarkup(createElement(Suspense, { fallback: 'waiting' }, createElement(screen)));

it('draws a preloaded screen at once and suspends for any other', async () => {
  const { screen, load } = page(() => Promise.resolve(Screen));
  expect(drawn(screen)).toBe('waiting');
  await load();
  expect(drawn(screen)).toBe('the screen');
});
