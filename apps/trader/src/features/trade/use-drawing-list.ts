import { showToast } from '@fairlot/web';
import { useMemo, useState } from 'react';
import { drawingsSchema, readDrawings, writeDrawings } from '../../chart/drawing-codec.ts';
import { NO_HISTORY, afterRedo, afterUndo, applyEdit, editBetween, withEdit } from '../../chart/drawing-history.ts';
import type { DrawingEdit, DrawingHistory } from '../../chart/drawing-history.ts';
import type { Drawing } from '../../chart/drawings.ts';
import { useText } from '../../shared/language/language.ts';
import { useSaved } from '../../shared/saved/saved.ts';

/** The user's drawings on an instrument's chart, with the edits of this visit. */
export interface DrawingList {
  readonly drawings: readonly Drawing[];
  /** Changes the list. Returns false, after a message, if the result is too large to be saved. */
  readonly edit: (change: (before: readonly Drawing[]) => readonly Drawing[]) => boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
}

const NONE: readonly unknown[] = [];

/** Drawings are stored per user and instrument. Their history lasts until another instrument is opened. */
export function useDrawingList(instrument: number): DrawingList {
  const t = useText();
  const [saved, save] = useSaved(`drawings.${instrument}`, drawingsSchema, NONE);
  const drawings = useMemo(() => readDrawings(saved), [saved]);
  const [kept, setKept] = useState<{ readonly instrument: number; readonly history: DrawingHistory }>({
    instrument,
    history: NO_HISTORY,
  });
  const history = kept.instrument === instrument ? kept.history : NO_HISTORY;
  const keep = (next: DrawingHistory): void => setKept({ instrument, history: next });
  /** Saves the changed list; undefined if it is too large. */
  const store = (change: (before: readonly Drawing[]) => readonly Drawing[]): DrawingEdit | undefined => {
    let done: DrawingEdit = [];
    const fits = save((stored) => {
      const before = readDrawings(stored);
      const after = change(before);
      done = editBetween(before, after);
      return writeDrawings(after);
    });
    if (!fits) showToast(t('chart.draw.noRoom'), 'error');
    return fits ? done : undefined;
  };
  const step = (edit: DrawingEdit | undefined, direction: 'undo' | 'redo'): void => {
    if (edit === undefined || store((before) => applyEdit(before, edit, direction)) === undefined) return;
    keep(direction === 'undo' ? afterUndo(history) : afterRedo(history));
  };
  return {
    drawings,
    edit: (change) => {
      const done = store(change);
      if (done !== undefined) keep(withEdit(history, done));
      return done !== undefined;
    },
    canUndo: history.done.length > 0,
    canRedo: history.undone.length > 0,
    undo: () => step(history.done.at(-1), 'undo'),
    redo: () => step(history.undone.at(-1), 'redo'),
  };
}
