import type { SupportMessage, readMessages } from '@fairlot/client';
import type { InfiniteData } from '@tanstack/react-query';

export type ConversationPage = Awaited<ReturnType<typeof readMessages>>;
export type ChatMessage = SupportMessage;
/** Loaded pages, newest first; within a page, messages are in writing order. */
export type ConversationPages = InfiniteData<ConversationPage>;

/** All loaded messages in writing order, each once. */
export function messagesOf(pages: ConversationPages | undefined): ChatMessage[] {
  const byId = new Map<number, ChatMessage>();
  for (const page of pages?.pages ?? []) for (const message of page.list) byId.set(message.id, message);
  return [...byId.values()].sort((a, b) => a.id - b.id);
}

/** Adds messages that have arrived to the newest page. */
export function withMessages(pages: ConversationPages, arrived: readonly ChatMessage[]): ConversationPages {
  const known = new Set(messagesOf(pages).map(({ id }) => id));
  const news = arrived.filter(({ id }) => !known.has(id));
  const [newest, ...older] = pages.pages;
  if (newest === undefined || news.length === 0) return pages;
  return { ...pages, pages: [{ ...newest, list: [...newest.list, ...news] }, ...older] };
}

/**
 * The answer of a reading with the loaded messages that are newer than it: they arrived, or were sent, while it was on
 * its way.
 */
export function keepingNewer(loaded: ConversationPages | undefined, answer: ConversationPages): ConversationPages {
  const last = messagesOf(answer).at(-1)?.id ?? 0;
  return withMessages(
    answer,
    messagesOf(loaded).filter(({ id }) => id > last),
  );
}

/** Cursor of the next older page: id of the oldest loaded message; undefined at the beginning. */
export function earlierThan(last: ConversationPage): number | undefined {
  return last.more ? last.list[0]?.id : undefined;
}
