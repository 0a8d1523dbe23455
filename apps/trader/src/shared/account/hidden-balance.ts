import { usePreferences } from '../device/preferences.ts';

/** Stands for a figure of the account that is hidden. */
export const MASK = '••••••';

/** True while the figures of the account are hidden, on every screen. */
export function useBalanceHidden(): boolean {
  return usePreferences(({ balanceHidden }) => balanceHidden);
}

/** Returns a figure of the account, or the mask while they are hidden. */
export function useMasked(): (text: string) => string {
  const hidden = useBalanceHidden();
  return (text) => (hidden ? MASK : text);
}
