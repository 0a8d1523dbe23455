import { create } from 'zustand';
import { keepStored } from '@fairlot/web';

const KEY = 'fairlot.shortcuts';

/** Single-key shortcuts on this device: the switch, and whether their list is open. */
export const useShortcuts = create<{ readonly on: boolean; readonly listed: boolean }>(() => ({
  on: true,
  listed: false,
}));

/** Restores the switch stored on this device. */
export function restoreShortcuts(): void {
  keepStored(useShortcuts, { key: KEY, read: (value) => ({ on: value !== false }), written: ({ on }) => on });
}

/** Switches the shortcuts on or off on this device. Speech and switch users may trigger single letters by accident. */
export function turnShortcuts(on: boolean): void {
  useShortcuts.setState({ on });
}

/** Shows or hides the list of shortcuts. */
export function listShortcuts(listed: boolean): void {
  useShortcuts.setState({ listed });
}
