import type { NoteDraft } from './notes-query.ts';

/** Most drafts that the page remembers. */
const MOST = 20;
const DRAFTS = new Map<string, NoteDraft>();

/** The draft that a user has typed for an order and not saved: closing the sheet by a swipe must not lose it. */
export function unsavedNote(user: string, order: number): NoteDraft | undefined {
  return DRAFTS.get(`${user} ${order}`);
}

/** Remembers a draft until the page is left; undefined forgets it. */
export function keepUnsaved(user: string, order: number, draft: NoteDraft | undefined): void {
  const key = `${user} ${order}`;
  DRAFTS.delete(key);
  if (draft !== undefined) DRAFTS.set(key, draft);
  const [oldest] = DRAFTS.keys();
  if (DRAFTS.size > MOST && oldest !== undefined) DRAFTS.delete(oldest);
}
