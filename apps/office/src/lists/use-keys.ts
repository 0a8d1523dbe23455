import { useEffect, useLayoutEffect, useRef } from 'react';
import { commandOf } from './keyboard.ts';
import type { Command } from './keyboard.ts';

function whereOf(target: EventTarget | null): 'page' | 'field' | 'control' {
  if (!(target instanceof HTMLElement)) return 'page';
  if (
    target.isContentEditable ||
    target.closest('textarea, select, input:not([type="checkbox"]):not([type="radio"])') !== null
  )
    return 'field';
  return target.closest('button, a, summary, input, [role="button"]') === null ? 'page' : 'control';
}

/**
 * Passes the page's key presses to `act`, which returns true if it used them. Keys are ignored while a dialog is open.
 */
export function useKeys(act: (command: Command) => boolean): void {
  const latest = useRef(act);
  // A layout effect runs before the rows are painted, so that a key acts on the rows that the user sees.
  useLayoutEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return;
      const command = commandOf(event, whereOf(event.target));
      if (command !== undefined && latest.current(command)) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
