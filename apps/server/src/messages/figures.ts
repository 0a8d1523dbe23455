import { asMoney, formatMoney } from '@fairlot/domain';
import { type LanguageCode, isolate, languageOf } from '@fairlot/i18n';

/** A sum of micro-dollars in a message, such as 1,234.50 USD. */
export function amountIn(language: LanguageCode, amount: bigint): string {
  return figureIn(language, `${formatMoney(asMoney(amount), 2).replaceAll(/\B(?=(\d{3})+(?!\d)(?=\.))/g, ',')} USD`);
}

/** Isolates a left-to-right figure in right-to-left text. */
export function figureIn(language: LanguageCode, figure: string): string {
  return languageOf(language).direction === 'rtl' ? isolate(figure) : figure;
}
