import { Suspense, createElement } from 'react';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { page } from './page.ts';

const Screen: ComponentType = () => 'the screen';
const drawn = (screen: ComponentType): string =>
  renderToStaticMarkup(createElement(Suspense, { fallback: 'waiting' }, createElement(screen)));

it('a screen that was asked for in advance is drawn at once, another is waited for', async () => {
  const { screen, load } = page(() => Promise.resolve(Screen));
  expect(drawn(screen)).toBe('waiting');
  await load();
  expect(drawn(screen)).toBe('the screen');
});
