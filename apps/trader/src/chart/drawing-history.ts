import { MOST_DRAWINGS } from './drawings.ts';
import type { Drawing } from './drawings.ts';

/** Most edits that can be undone. */
export const MOST_EDITS = 50;

/** Change of one drawing: added without `before`, deleted without `after`. `at` is its place in the list. */
interface Change {
  readonly before: Drawing | undefined;
  readonly after: Drawing | undefined;
  readonly at: number;
}

/** One deed of the user, such as moving a drawing or deleting all. */
export type DrawingEdit = readonly Change[];

export interface DrawingHistory {
  /** Edits that can be undone, the latest last. */
  readonly done: readonly DrawingEdit[];
  /** Edits that can be redone, the one to redo first last. */
  readonly undone: readonly DrawingEdit[];
}

export const NO_HISTORY: DrawingHistory = { done: [], undone: [] };

/** The changes that turn one list into another. */
export function editBetween(before: readonly Drawing[], after: readonly Drawing[]): DrawingEdit {
  const later = new Map(after.map((drawing, at) => [drawing.id, { drawing, at }]));
  const known = new Set(before.map(({ id }) => id));
  return [
    ...before.flatMap((drawing, at): Change[] => {
      const now = later.get(drawing.id)?.drawing;
      return now === drawing ? [] : [{ before: drawing, after: now, at }];
    }),
    ...after.flatMap((drawing, at): Change[] =>
      known.has(drawing.id) ? [] : [{ before: undefined, after: drawing, at }],
    ),
  ];
}

/**
 * Carries out an edit, forwards or backwards. Other drawings stay as they are: another device may have changed them
 * since.
 */
export function applyEdit(
  drawings: readonly Drawing[],
  edit: DrawingEdit,
  direction: 'undo' | 'redo',
): readonly Drawing[] {
  const targets = edit.map(({ before, after, at }) => {
    const [from, to] = direction === 'undo' ? [after, before] : [before, after];
    return { id: (before ?? after)?.id, isBack: from === undefined, to, at };
  });
  const byId = new Map(targets.map((target) => [target.id, target]));
  const rest = drawings.flatMap((drawing) => {
    const target = byId.get(drawing.id);
    if (target === undefined) return [drawing];
    return target.to === undefined ? [] : [target.to];
  });
  const present = new Set(rest.map(({ id }) => id));
  for (const { to, at, isBack } of targets) {
    if (isBack && to !== undefined && !present.has(to.id)) rest.splice(at, 0, to);
  }
  return rest.slice(0, MOST_DRAWINGS);
}

/** Records an edit. What was undone before it can no longer be redone. */
export function withEdit({ done, undone }: DrawingHistory, edit: DrawingEdit): DrawingHistory {
  return edit.length === 0 ? { done, undone } : { done: [...done, edit].slice(-MOST_EDITS), undone: [] };
}

/** The history after its latest edit was undone. */
export function afterUndo({ done, undone }: DrawingHistory): DrawingHistory {
  return { done: done.slice(0, -1), undone: [...undone, ...done.slice(-1)] };
}

/** The history after the latest undone edit was redone. */
export function afterRedo({ done, undone }: DrawingHistory): DrawingHistory {
  return { done: [...done, ...undone.slice(-1)], undone: undone.slice(0, -1) };
}
