import { type InstrumentId, type Markup, NO_MARKUP, isUnmarked } from '@fairlot/domain';
import type { AccountGroup } from '@fairlot/engine';

/** The markups of the instruments whose prices are shifted. Equal keys are equal markups. */
export interface MarkupProfile {
  readonly key: string;
  readonly markups: ReadonlyMap<InstrumentId, Markup>;
}

/** The market's prices: the profile of visitors and of groups without a markup. */
export const MARKET_PRICES: MarkupProfile = { key: '', markups: new Map() };

/** The markup profile of a group. Groups with the same markups have the same key. */
export function profileOf(group: AccountGroup | undefined): MarkupProfile {
  const markups = new Map<InstrumentId, Markup>();
  for (const { instrument, markup } of group?.record?.terms ?? [])
    if (markup !== undefined && !isUnmarked(markup)) markups.set(instrument, markup);
  if (markups.size === 0) return MARKET_PRICES;
  return { key: [...markups].map(([id, { bid, ask }]) => `${id}:${bid}:${ask}`).join(' '), markups };
}

/** The markup of an instrument for the accounts of a group. */
export function markupOf(group: AccountGroup | undefined, instrument: InstrumentId): Markup {
  return group?.record?.terms.find((terms) => terms.instrument === instrument)?.markup ?? NO_MARKUP;
}
