import { languageOf } from '@fairlot/i18n';
import type { LanguageCode } from '@fairlot/i18n';
import { z } from 'zod/mini';
import { create } from 'zustand';
import { THEMES, keepStored } from '@fairlot/web';
import type { Theme } from '@fairlot/web';

export const AFTER_ORDER = ['popup', 'toast'] as const;

export type PriceColours = 'green-up' | 'red-up' | 'blue-orange';

export interface Preferences {
  readonly theme: Theme;
  /** null: the language's default, which is red for rises in East Asian languages. */
  readonly priceColours: PriceColours | null;
  /** Hides the figures of the account on every screen. */
  readonly balanceHidden: boolean;
  /** Asks before the ticket sends an order. */
  readonly confirmOrders: boolean;
  /** The news of a placed order: a window, or a toast. */
  readonly afterOrder: (typeof AFTER_ORDER)[number];
  /** uid of the account whose price buttons send orders at once; null for none. Another account never has it on. */
  readonly oneTapFor: string | null;
  /** Money has two decimals on every screen (moneyDecimals). */
  readonly twoDecimals: boolean;
}

const KEY = 'fairlot.preferences';
const stored = z.object({
  theme: z.enum(THEMES),
  priceColours: z.nullable(z.enum(['green-up', 'red-up', 'blue-orange'])),
  balanceHidden: z.boolean(),
  confirmOrders: z._default(z.boolean(), false),
  afterOrder: z._default(z.enum(AFTER_ORDER), 'popup'),
  oneTapFor: z._default(z.nullable(z.string()), null),
  twoDecimals: z._default(z.boolean(), false),
});
const DEFAULTS: Preferences = {
  theme: 'system',
  priceColours: null,
  balanceHidden: false,
  confirmOrders: false,
  afterOrder: 'popup',
  oneTapFor: null,
  twoDecimals: false,
};

/** Display preferences of this device. Read with `usePreferences(selector)`, change with `setPreferences`. */
export const usePreferences = create<Preferences>(() => DEFAULTS);

/** Restores the preferences stored on this device. */
export function restorePreferences(): void {
  keepStored(usePreferences, {
    key: KEY,
    read: (value) => {
      const parsed = stored.safeParse(value);
      return parsed.success ? parsed.data : undefined;
    },
  });
}

/** Changes the given preferences. */
export function setPreferences(change: Partial<Preferences>): void {
  usePreferences.setState(change);
}

/** Returns the chosen price colours, or the language's default. */
export function priceColoursFor(chosen: PriceColours | null, language: LanguageCode): PriceColours {
  return chosen ?? (languageOf(language).redUp ? 'red-up' : 'green-up');
}
