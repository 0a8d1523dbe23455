import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_EDITS, NO_HISTORY, afterRedo, afterUndo, applyEdit, editBetween, withEdit } from './drawing-history.ts';
import { PLAIN_STYLE } from './drawings.ts';
import type { Drawing } from './drawings.ts';

const drawing = (id: string, price = 1): Drawing => ({
  id,
  tool: 'horizontal',
  points: [{ time: 0, price }],
  style: PLAIN_STYLE,
  locked: false,
});
const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];
const list = fc
  .subarray(IDS)
  .chain((ids) => fc.tuple(...ids.map((id) => fc.nat(2).map((price) => drawing(id, price)))));

describe('the history of drawings', () => {
  it('undoes any edit exactly and redoes it', () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        const edit = editBetween(before, after);
        expect(applyEdit(after, edit, 'undo')).toEqual(before);
        expect(applyEdit(before, edit, 'redo')).toEqual(after);
      }),
    );
  });

  it('leaves alone what another device has changed since', () => {
    const [a, b, c] = [drawing('a'), drawing('b'), drawing('c')];
    const moved = drawing('b', 2);
    const edit = editBetween([a, b], [a, moved]);
    expect(applyEdit([moved, c], edit, 'undo')).toEqual([b, c]);
    // The drawing itself was deleted meanwhile: nothing comes back.
    expect(applyEdit([a, c], edit, 'undo')).toEqual([a, c]);
  });

  it('holds a limited number of edits and forgets the undone ones at a new edit', () => {
    let history = NO_HISTORY;
    for (let price = 0; price < MOST_EDITS + 5; price += 1)
      history = withEdit(history, editBetween([drawing('a', price)], [drawing('a', price + 1)]));
    expect(history.done).toHaveLength(MOST_EDITS);
    const undone = afterUndo(afterUndo(history));
    expect([undone.done.length, undone.undone.length]).toEqual([MOST_EDITS - 2, 2]);
    expect(afterRedo(afterRedo(undone))).toEqual(history);
    expect(withEdit(undone, editBetween([], [drawing('b')])).undone).toEqual([]);
    expect(withEdit(history, editBetween([], []))).toEqual(history);
  });
});
