import type { CallOutput } from '@fairlot/client';
import type { InfiniteData } from '@tanstack/react-query';

export type ConversationPage = CallOutput<'supportMessages'>;
export type ChatMessage = ConversationPage['list'][number];
/** Loaded pages, the newest first; the messages of each in the order of writing. */
export type ConversationPages = InfiniteData<ConversationPage>;

/** All loaded messages in the order of writing, each once. */
export function messagesOf(pages: ConversationPages | undefined): ChatMessage[] {
  const byId = new Map<number, ChatMessage>();
  for (const page of pages?.pages ?? []) for (const message of page.list) byId.set(message.id, message);
  return [...byId.values()].sort((a, b) => a.id - b.id);
}

/** The pages with messages that have just arrived. */
export function withMessages(pages: ConversationPages, arrived: readonly ChatMessage[]): ConversationPages {
  const known = new Set(messagesOf(pages).map(({ id }) => id));
  const news = arrived.filter(({ id }) => !known.has(id));
  const [newest, ...older] = pages.pages;
  if (newest === undefined || news.length === 0) return pages;
  return { ...pages, pages: [{ ...newest, list: [...newest.list, ...news] }, ...older] };
}

/** Where the page before the loaded ones ends; undefined when there is none. */
export function earlierThan(last: ConversationPage): number | undefined {
  return last.more ? last.list[0]?.id : undefined;
}
