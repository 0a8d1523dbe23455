import { useEffect } from 'react';
import type { DrawingBoard } from './use-drawings.ts';

/**
 * Keys of the drawings: Delete removes the selected one, Escape clears the selection or ends drawing, Ctrl+Z undoes,
 * Ctrl+Shift+Z and Ctrl+Y redo.
 */
export function useDrawingKeys(board: DrawingBoard): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isForChart(event) || !act(board, event)) return;
      event.preventDefault();
    };
    // Captured, so that Escape ends drawing before it leaves full screen.
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  });
}

/** False for keys that belong to a field or a dialog. */
function isForChart({ defaultPrevented, target }: KeyboardEvent): boolean {
  const inOther =
    target instanceof Element && target.closest('input:not([type="radio"]), textarea, [role="dialog"]') !== null;
  return !defaultPrevented && !inOther;
}

/** Runs the action of a key. Returns true if there is one. */
function act(board: DrawingBoard, { key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  const { picked, pen } = board;
  if (ctrlKey || metaKey) {
    const letter = key.toLowerCase();
    const isRedo = (letter === 'z' && shiftKey) || letter === 'y';
    if (isRedo && board.canRedo) board.redo();
    else if (letter === 'z' && !shiftKey && board.canUndo) board.undo();
    else return false;
    return true;
  }
  if (key === 'Escape' && (picked !== undefined || pen !== undefined)) {
    board.setTool(undefined);
    return true;
  }
  if (picked === undefined || (key !== 'Delete' && key !== 'Backspace')) return false;
  board.remove(picked);
  return true;
}
