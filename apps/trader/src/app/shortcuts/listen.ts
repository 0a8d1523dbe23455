import { commandTrade } from '../../features/trade/trade-command.ts';
import type { TradeCommand } from '../../features/trade/trade-command.ts';
import { listShortcuts, useShortcuts } from '../../shared/device/shortcuts.ts';
import { shortcutOf } from './keys.ts';
import type { Shortcut } from './keys.ts';

const TYPED =
  'textarea, select, [contenteditable], [role=textbox], [role=combobox], input:not([type=radio], [type=checkbox], [type=button], [type=submit], [type=file])';
const OVER_THE_PAGE = '[role=dialog], [role=alertdialog]';
const TRADE = '#/trade';

/** Handles single-key shortcuts, except while the user types or a dialog is open. */
export function startShortcuts(): void {
  addEventListener('keydown', (event) => {
    if (!useShortcuts.getState().on || !mayHandle(event)) return;
    const shortcut = shortcutOf(event);
    if (shortcut !== undefined && run(shortcut)) event.preventDefault();
  });
}

function mayHandle(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing || event.defaultPrevented)
    return false;
  const { target } = event;
  return (
    !(target instanceof Element && target.closest(TYPED) !== null) && document.querySelector(OVER_THE_PAGE) === null
  );
}

/** Runs the shortcut. Returns false if it does not apply on the current screen. */
function run(shortcut: Shortcut): boolean {
  if (shortcut === 'help') listShortcuts(true);
  else if (shortcut === 'pick') toTrade({ do: 'pick' });
  else if (shortcut === 'buy' || shortcut === 'sell') toTrade({ do: 'write', side: shortcut });
  else if (!location.hash.startsWith(TRADE)) return false;
  else commandTrade(shortcut === 'fullScreen' ? { do: 'fullScreen' } : { do: 'period', period: shortcut });
  return true;
}

function toTrade(command: TradeCommand): void {
  commandTrade(command);
  if (!location.hash.startsWith(TRADE)) location.hash = TRADE;
}
