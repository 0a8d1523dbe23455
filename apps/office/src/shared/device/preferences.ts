import { THEMES, keepStored } from '@fairlot/web';
import type { Theme } from '@fairlot/web';
import { create } from 'zustand';

const KEY = 'fairlot.office.theme';

/** The theme of the office on this device. */
export const useTheme = create<{ readonly theme: Theme }>(() => ({ theme: 'system' }));

/** Restores the theme of an earlier visit. */
export function restoreTheme(): void {
  keepStored(useTheme, {
    key: KEY,
    read: (stored) => {
      const theme = THEMES.find((each) => each === stored);
      return theme === undefined ? undefined : { theme };
    },
    written: ({ theme }) => theme,
  });
}
