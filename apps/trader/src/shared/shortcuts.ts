import { create } from 'zustand';
import { readStored, writeStored } from './persisted.ts';

const KEY = 'fairlot.shortcuts';

/** Whether single keys do something on this device, and whether their list is shown. */
export const useShortcuts = create<{ readonly on: boolean; readonly listed: boolean }>(() => ({
  on: readStored(KEY) !== false,
  listed: false,
}));

/** Switches the shortcuts on or off, on this device from now on. Speech and switch users may type letters by accident. */
export function turnShortcuts(on: boolean): void {
  useShortcuts.setState({ on });
  writeStored(KEY, on);
}

/** Shows or hides the list of shortcuts. */
export function listShortcuts(listed: boolean): void {
  useShortcuts.setState({ listed });
}
