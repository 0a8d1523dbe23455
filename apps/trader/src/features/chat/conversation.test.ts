import { expect, it } from 'vitest';
import { earlierThan, keepingNewer, messagesOf, withMessages } from './conversation.ts';
import type { ChatMessage, ConversationPages } from './conversation.ts';

const message = (id: number): ChatMessage => ({
  id,
  from: 'user',
  text: `m${id}`,
  createdAt: '2026-11-20T06:00:00.000Z',
});
const pages = (...ids: readonly (readonly number[])[]): ConversationPages => ({
  pages: ids.map((list, index) => ({ list: list.map(message), more: index < ids.length - 1, unread: 0 })),
  pageParams: ids.map(() => undefined),
});

it('returns messages in writing order, each once', () => {
  expect(messagesOf(pages([5, 6, 7], [3, 4, 5], [1, 2])).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

it('adds arriving messages to the newest page, once', () => {
  const after = withMessages(pages([5, 6], [3, 4]), [message(6), message(7)]);
  expect(after.pages[0]?.list.map(({ id }) => id)).toEqual([5, 6, 7]);
  expect(withMessages(after, [message(7)])).toBe(after);
});

const read = (loaded: ConversationPages | undefined, answer: ConversationPages): number[] =>
  messagesOf(keepingNewer(loaded, answer)).map(({ id }) => id);

it('keeps messages that arrived while the conversation was being read again', () => {
  expect(read(pages([5, 6, 7]), pages([5, 6]))).toEqual([5, 6, 7]);
  expect(read(pages([1]), pages([]))).toEqual([1]);
  // The oldest ones belong to pages that were not read again.
  expect(read(pages([5, 6], [3, 4]), pages([5, 6]))).toEqual([5, 6]);
  expect(read(undefined, pages([5]))).toEqual([5]);
});

it('asks for older messages only while there are some', () => {
  const [newest, oldest] = pages([5, 6], [3, 4]).pages;
  expect(newest && earlierThan(newest)).toBe(5);
  expect(oldest && earlierThan(oldest)).toBeUndefined();
});
