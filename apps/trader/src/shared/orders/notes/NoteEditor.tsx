import type { TradeNote } from '@fairlot/client';
import { NOTE_MAX } from '@fairlot/contract';
import { writtenDirection } from '@fairlot/i18n';
import { Button } from '@fairlot/ui';
import { showToast } from '@fairlot/web';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useTradeNotesText } from '../../language/trade-notes-text.ts';
import { confirm } from '../../messages/confirm.ts';
import { useSession } from '../../session/session.ts';
import { useEraseNote, useSaveNote } from './notes-query.ts';
import type { NoteDraft } from './notes-query.ts';
import { TagsField } from './TagsField.tsx';
import { withTag } from './tags.ts';
import { keepUnsaved, unsavedNote } from './unsaved-notes.ts';

/** From this many characters left, the count is shown. */
const TELL_FROM = 200;

/** The form of note and tags. What is typed stays in the page until it is saved. */
export function NoteEditor({ order, saved: first }: { readonly order: number; readonly saved: TradeNote }): ReactNode {
  const words = useTradeNotesText();
  const user = useSession((session) => session.user?.uid ?? '');
  const [saved, setSaved] = useState(first);
  const [draft, setDraft] = useState<NoteDraft>(() => unsavedNote(user, order) ?? first);
  const [typed, setTyped] = useState('');
  const save = useSaveNote(order);
  const erase = useEraseNote(order);
  const busy = save.isPending || erase.isPending;
  // A tag that was typed and not added is saved as well.
  const whole = { ...draft, tags: withTag(draft.tags, typed) };
  const isChanged = !isSame(whole, saved);
  const change = (next: NoteDraft): void => {
    setDraft(next);
    keepUnsaved(user, order, isSame(next, saved) ? undefined : next);
  };
  const took = (stored: TradeNote): void => {
    setSaved(stored);
    setDraft(stored);
    setTyped('');
    keepUnsaved(user, order, undefined);
    showToast(words('tradeNotes.saved'), 'done');
  };
  const askToErase = async (): Promise<void> => {
    const question = { title: words('tradeNotes.eraseTitle'), confirmLabel: words('tradeNotes.erase'), critical: true };
    if (await confirm(question)) erase.mutate(undefined, { onSuccess: took });
  };
  return (
    <form
      noValidate
      className="mt-2 flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !busy) save.mutate(whole, { onSuccess: took });
      }}
    >
      {saved.of === null ? null : (
        <p className="text-12 text-quiet">{words('tradeNotes.ofPosition', { id: saved.of })}</p>
      )}
      <NoteField note={draft.note} busy={busy} onNote={(note) => change({ ...draft, note })} />
      <TagsField tags={draft.tags} typed={typed} onTags={(tags) => change({ ...draft, tags })} onTyped={setTyped} />
      <div className="flex gap-2">
        {saved.changedAt === null || saved.of !== null ? null : (
          <Button kind="secondary" disabled={busy} onClick={() => void askToErase()}>
            {words('tradeNotes.erase')}
          </Button>
        )}
        <Button type="submit" wide busy={save.isPending} disabled={!isChanged || busy}>
          {words('tradeNotes.save')}
        </Button>
      </div>
    </form>
  );
}

interface NoteFieldProps {
  readonly note: string;
  readonly busy: boolean;
  readonly onNote: (note: string) => void;
}

/** A field that grows with its text. */
function NoteField({ note, busy, onNote }: NoteFieldProps): ReactNode {
  const words = useTradeNotesText();
  const id = useId();
  const left = NOTE_MAX - note.length;
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-12 text-quiet">
        {words('tradeNotes.note')}
      </label>
      <textarea
        id={id}
        rows={3}
        maxLength={NOTE_MAX}
        value={note}
        readOnly={busy}
        dir={writtenDirection(note)}
        onChange={(event) => onNote(event.target.value)}
        className="field-sizing-content max-h-80 min-h-20 w-full scroll-my-8 resize-none rounded-control border border-line-strong bg-surface px-3 py-2.5 text-16 text-ink focus:border-brand focus:outline-1 focus:outline-brand"
      />
      {left < TELL_FROM ? (
        <p className="text-end text-12 text-quiet">
          <span className="figure">{left}</span>
        </p>
      ) : null}
    </div>
  );
}

function isSame(one: NoteDraft, other: NoteDraft): boolean {
  return one.note.trim() === other.note.trim() && [...one.tags].sort().join('\n') === [...other.tags].sort().join('\n');
}
