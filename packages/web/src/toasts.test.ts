import { beforeEach, expect, it } from 'vitest';
import { dropErrors, showToast, useToasts } from './toasts.ts';

const texts = (): readonly string[] => useToasts.getState().messages.map(({ text }) => text);

beforeEach(() => useToasts.setState({ messages: [] }));

it('a success removes errors and keeps news', () => {
  showToast('wrong address', 'error');
  showToast('a position was closed', 'info');
  showToast('the address was added', 'done');
  expect(texts()).toEqual(['a position was closed', 'the address was added']);
});

it('errors leave with their screen; news and successes stay', () => {
  showToast('added', 'done');
  showToast('no connection', 'error');
  showToast('news', 'info');
  dropErrors();
  expect(texts()).toEqual(['added', 'news']);
});
