import { NOTED_ORDERS_MAX, type OutputOf, TAGS_MAX, TAG_MAX, tradeNoteCalls } from '@fairlot/contract';
import { type Answer, done, refuse } from '../../http/answer.ts';
import type { Calls } from '../../http/calls.ts';
import type { TradeNote, TradeNotes } from './queries.ts';

type WireNote = OutputOf<typeof tradeNoteCalls.tradeNote>;

/** Registers the calls for a user's notes and tags on their own orders. */
export function registerTradeNotes(calls: Calls, notes: TradeNotes): void {
  calls.forUser(tradeNoteCalls.tradeNote, async ({ id }, { session }) =>
    answerOf(await notes.read(session.account, id)),
  );

  calls.forUser(tradeNoteCalls.tradeNoteSave, async ({ id, note, tags }, { session }) => {
    const plain = tags.map(plainTag);
    // Composed characters may be longer than written ones.
    if (plain.some((tag) => !/[^\s\u200C\u200D]/u.test(tag) || tag.length > TAG_MAX))
      return refuse('bad_request', { field: 'tags' });
    return answerOf(await notes.save(session.account, { order: id, note: note.trim(), tags: plain }));
  });

  calls.forUser(tradeNoteCalls.tradeNoteErase, async ({ id }, { session }) =>
    answerOf(await notes.erase(session.account, id)),
  );

  calls.forUser(tradeNoteCalls.tradeTags, async (_input, { session }) =>
    done({ list: [...(await notes.tags(session.account))] }),
  );
}

/** Controls, of the writing direction too. The joiners stay: Persian words and emojis contain them. */
const CONTROLS = /[\p{Cc}\p{Cs}\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;

/** A tag without controls, in composed form, with single spaces. */
function plainTag(tag: string): string {
  return tag.normalize('NFC').replaceAll(/\s+/gu, ' ').replaceAll(CONTROLS, '').trim();
}

function answerOf(found: TradeNote | 'unknown_order' | 'too_many_notes' | 'too_many_tags'): Answer<WireNote> {
  if (found === 'too_many_notes') return refuse(found, { most: String(NOTED_ORDERS_MAX) });
  if (found === 'too_many_tags') return refuse(found, { most: String(TAGS_MAX) });
  if (found === 'unknown_order') return refuse(found);
  const { order, note, tags, of, changedAt } = found;
  return done({ id: order, note, tags: [...tags], of: of ?? null, changed_at: changedAt?.toISOString() ?? null });
}
