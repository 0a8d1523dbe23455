import { Button, Sheet, TextField } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { NOTE_MAX } from '../../chart/drawings.ts';
import { useText } from '../../shared/language/language.ts';

export interface NoteSheetProps {
  /** The note as it was; empty for a new one. */
  readonly text: string;
  /** Called with the text, or with undefined if nothing shall change. */
  readonly onDone: (text: string | undefined) => void;
}

/** The sheet is opened to type. Outside of the component, so that the field is focused once. */
function focusField(field: HTMLInputElement | null): void {
  field?.focus();
}

/** Asks for the text of a note on the chart. */
export function NoteSheet({ text, onDone }: NoteSheetProps): ReactNode {
  const t = useText();
  const [typed, setTyped] = useState(text);
  return (
    <Sheet open onClose={() => onDone(undefined)} title={t('chart.draw.names.text')} closeLabel={t('common.close')}>
      <form
        className="space-y-3 px-4 pt-3 pb-4"
        onSubmit={(event) => {
          event.preventDefault();
          onDone(typed);
        }}
      >
        <TextField
          label={t('chart.draw.note')}
          value={typed}
          onValue={setTyped}
          maxLength={NOTE_MAX}
          autoComplete="off"
          dir="auto"
          ref={focusField}
        />
        <Button type="submit" wide disabled={typed.trim() === ''}>
          {t('chart.draw.save')}
        </Button>
      </form>
    </Sheet>
  );
}
