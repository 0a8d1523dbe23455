import { languageOf } from '@fairlot/i18n';
import type { LanguageCode } from '@fairlot/i18n';
import { z } from 'zod/mini';
import { create } from 'zustand';
import { readStored, writeStored } from './persisted.ts';

export type Theme = 'system' | 'light' | 'dark';
export type PriceColours = 'green-up' | 'red-up' | 'blue-orange';

export interface Preferences {
  readonly theme: Theme;
  /** null: the default of the language, red up in East Asian ones. */
  readonly priceColours: PriceColours | null;
  readonly balanceHidden: boolean;
}

const KEY = 'fairlot.preferences';
const stored = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  priceColours: z.nullable(z.enum(['green-up', 'red-up', 'blue-orange'])),
  balanceHidden: z.boolean(),
});
const DEFAULTS: Preferences = { theme: 'system', priceColours: null, balanceHidden: false };

function firstPreferences(): Preferences {
  const parsed = stored.safeParse(readStored(KEY));
  return parsed.success ? parsed.data : DEFAULTS;
}

/** How this device shows things. Read with `usePreferences(selector)`, change with `setPreferences`. */
export const usePreferences = create<Preferences>(firstPreferences);

usePreferences.subscribe((preferences) => writeStored(KEY, preferences));

/** Changes some preferences and keeps the others. */
export function setPreferences(change: Partial<Preferences>): void {
  usePreferences.setState(change);
}

/** The colours in force: what was chosen, or the habit of the language's markets. */
export function priceColoursFor(chosen: PriceColours | null, language: LanguageCode): PriceColours {
  return chosen ?? (languageOf(language).redUp ? 'red-up' : 'green-up');
}
