import { commandDesk } from '../../shared/desk-command.ts';
import type { DeskCommand } from '../../shared/desk-command.ts';
import { listShortcuts, useShortcuts } from '../../shared/shortcuts.ts';
import { shortcutOf } from './keys.ts';
import type { Shortcut } from './keys.ts';

const TYPED =
  'textarea, select, [contenteditable], [role=textbox], [role=combobox], input:not([type=radio], [type=checkbox], [type=button], [type=submit], [type=file])';
const OVER_THE_PAGE = '[role=dialog], [role=alertdialog]';
const TRADE = '#/trade';

/** Obeys single keys wherever nothing is typed and nothing lies over the page. */
export function startShortcuts(): void {
  addEventListener('keydown', (event) => {
    if (!useShortcuts.getState().on || !isFree(event)) return;
    const shortcut = shortcutOf(event);
    if (shortcut !== undefined && obey(shortcut)) event.preventDefault();
  });
}

function isFree(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing || event.defaultPrevented)
    return false;
  const { target } = event;
  return (
    !(target instanceof Element && target.closest(TYPED) !== null) && document.querySelector(OVER_THE_PAGE) === null
  );
}

/** Does it, and tells whether there was something to do. */
function obey(shortcut: Shortcut): boolean {
  if (shortcut === 'help') listShortcuts(true);
  else if (shortcut === 'pick') toDesk({ do: 'pick' });
  else if (shortcut === 'buy' || shortcut === 'sell') toDesk({ do: 'write', side: shortcut });
  else if (!location.hash.startsWith(TRADE)) return false;
  else commandDesk(shortcut === 'fullScreen' ? { do: 'fullScreen' } : { do: 'period', period: shortcut });
  return true;
}

function toDesk(command: DeskCommand): void {
  commandDesk(command);
  if (!location.hash.startsWith(TRADE)) location.hash = TRADE;
}
