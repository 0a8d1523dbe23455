import { z } from 'zod/mini';
import { create } from 'zustand';
import { readStored, writeStored } from './persisted.ts';

export type Theme = 'system' | 'light' | 'dark';
const KEY = 'fairlot.office.theme';
const theme = z.enum(['system', 'light', 'dark']);
const DARK = '(prefers-color-scheme: dark)';

function firstTheme(): Theme {
  const stored = theme.safeParse(readStored(localStorage, KEY));
  return stored.success ? stored.data : 'system';
}

/** How this device shows the office. */
export const useTheme = create<{ readonly theme: Theme }>(() => ({ theme: firstTheme() }));
useTheme.subscribe((chosen) => writeStored(localStorage, KEY, chosen.theme));

/** Puts the theme on the root element, following the system where nobody chose. Returns how to stop. */
export function applyTheme(chosen: Theme): () => void {
  const system = matchMedia(DARK);
  const apply = (): void => {
    document.documentElement.dataset['theme'] = chosen === 'system' ? (system.matches ? 'dark' : 'light') : chosen;
  };
  apply();
  system.addEventListener('change', apply);
  return () => system.removeEventListener('change', apply);
}
