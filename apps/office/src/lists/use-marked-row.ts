import { PAGE_SIZE } from '@fairlot/contract';
import { useState } from 'react';
import { showToast } from '@fairlot/web';
import { movedFrom, placeOf } from './keyboard.ts';
import type { Command, Mark } from './keyboard.ts';
import type { ListName, RowOf } from './list-calls.ts';
import type { ListScreenProps } from './list-screen-props.ts';
import { useKeys } from './use-keys.ts';
import type { ListUrl } from './use-list-url.ts';

/** Opens a row on its own screen or next to the list, as the list is configured. */
export function openRow<N extends ListName>(props: ListScreenProps<N>, row: RowOf<N> | undefined, url: ListUrl): void {
  if (row === undefined) return;
  if (props.onOpen !== undefined) props.onOpen(row);
  else if (props.renderDetail !== undefined) url.setOpen(String(props.idOf(row)));
}

/** Runs the action of a letter; returns false if no action has it. */
function act<N extends ListName>(props: ListScreenProps<N>, row: RowOf<N> | undefined, key: string): boolean {
  const action = row === undefined ? undefined : props.actions?.(row).find((each) => each.key === key);
  if (action === undefined) return false;
  if (action.disabledReason === undefined) void action.run();
  else showToast(action.disabledReason);
  return true;
}

/**
 * Returns the index of the marked row, which the shortcut keys move and act on; -1 without one. The mark stays on its
 * record when the list is read again; it is never on another one.
 */
export function useMarkedRow<N extends ListName>(
  props: ListScreenProps<N>,
  rows: readonly RowOf<N>[],
  url: ListUrl,
  total: number,
): number {
  const [mark, setMark] = useState<Mark | null>(null);
  const ids = rows.map((row) => String(props.idOf(row)));
  const opened = url.openId === null ? -1 : ids.indexOf(url.openId);
  const marked = opened === -1 ? placeOf(mark, ids) : opened;
  const id = ids[marked];
  // Remembers the present place, from which the keys go on if the record leaves the list.
  if (id !== undefined && (mark?.id !== id || mark.index !== marked)) setMark({ id, index: marked });
  const turnTo = (page: number): void => {
    setMark(null);
    url.setPage(page);
  };
  useKeys((command: Command) => {
    switch (command.kind) {
      case 'next':
      case 'previous':
      case 'first':
      case 'last': {
        const next = movedFrom(mark, ids, command.kind);
        const nextId = ids[next];
        if (nextId !== undefined) setMark({ id: nextId, index: next });
        // While a record is open next to the list, moving the mark opens the next record.
        if (opened !== -1) openRow(props, rows[next], url);
        return true;
      }
      case 'open':
        openRow(props, rows[marked], url);
        return marked !== -1;
      case 'close':
        url.setOpen(null);
        return opened !== -1;
      case 'nextPage':
        if (url.page * PAGE_SIZE < total) turnTo(url.page + 1);
        return true;
      case 'previousPage':
        if (url.page > 1) turnTo(url.page - 1);
        return true;
      case 'search':
        document.querySelector<HTMLInputElement>('[data-search]')?.focus();
        return true;
      case 'act':
        return act(props, rows[marked], command.key);
      case 'help':
        return false;
    }
  });
  return marked;
}
