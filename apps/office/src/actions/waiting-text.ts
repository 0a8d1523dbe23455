import type { Text } from '../shared/language/text.ts';

/** The toast of a change that waits for a second person; undefined for a change that is done. */
export function waitingText(
  t: Text,
  what: string,
  { proposal }: { readonly proposal: number | null },
): string | undefined {
  return proposal === null ? undefined : t('proposals.waits', { what, id: proposal });
}
