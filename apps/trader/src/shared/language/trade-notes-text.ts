import { tradeNotesText } from '@fairlot/i18n';
import type { LanguageCode, TradeNotesText } from '@fairlot/i18n';
import { use } from 'react';
import { useLanguage } from './language.ts';

const LOADING = new Map<LanguageCode, Promise<TradeNotesText>>();

/** The texts of notes on trades, which are a chunk of their own. Suspends while they are loaded. */
export function useTradeNotesText(): TradeNotesText {
  return use(textsIn(useLanguage()));
}

function textsIn(code: LanguageCode): Promise<TradeNotesText> {
  const known = LOADING.get(code);
  if (known !== undefined) return known;
  const loading = tradeNotesText(code);
  LOADING.set(code, loading);
  // A failed load is tried again when the component is shown again.
  loading.catch(() => LOADING.delete(code));
  return loading;
}
