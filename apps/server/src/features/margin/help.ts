import { type Lots, type Money, formatLots, isAtOrBelow, marginHelp } from '@fairlot/domain';
import type { AccountView, OrderId } from '@fairlot/engine';
import { type LanguageCode, languageOf, translate } from '@fairlot/i18n';
import type { MarketData } from '../../market/port.ts';
import { amountIn, figureIn } from '../../messages/figures.ts';

/** The market data that tells which positions can be closed now. */
export type ClosingMarket = Pick<MarketData, 'instrument' | 'isOpen'>;

/** An account at or below its margin call, and what brings it back above: the deposit, or all of the closes. */
export interface MarginCall {
  /** The levels of its group, or else the site's, in per cent. */
  readonly warning: number;
  readonly stopOut: number;
  readonly deposit: Money;
  /** Empty when closing does not help. */
  readonly closes: readonly { readonly order: OrderId; readonly displayCode: string; readonly lots: Lots }[];
}

/**
 * The margin call of an account; undefined above its level. Positions in closed markets are not named, because they can't
 * be closed now.
 */
export function marginCallOf(
  { standing, positions, tiers, hedged }: AccountView,
  levels: { readonly warning: number; readonly stopOut: number },
  market: ClosingMarket,
): MarginCall | undefined {
  if (!isAtOrBelow(standing, levels.warning)) return undefined;
  const all = positions.map(({ order }) => order);
  const codes = new Map<OrderId, string>();
  const closable = all.flatMap((order) => {
    const instrument = market.instrument(order.instrument);
    if (instrument === undefined || !market.isOpen(order.instrument)) return [];
    codes.set(order.id, instrument.displayCode);
    return [{ ...order, lotStep: instrument.lotStep, minLots: instrument.minLots }];
  });
  const help = marginHelp(standing, levels.warning, { closable, all, tiers, hedged });
  if (help === undefined) return undefined;
  const closes = help.closes.map(({ id, lots }) => ({ order: id, displayCode: codes.get(id) ?? '', lots }));
  return { ...levels, deposit: help.deposit, closes };
}

/** The help in words, such as: close 0.30 lots of XAU/USD, or add 420.00 USD, to get above 100%. */
export function helpText({ warning, deposit, closes }: MarginCall, language: LanguageCode): string {
  const level = String(warning);
  const amount = amountIn(language, deposit);
  if (closes.length === 0) return translate(language, 'marginHelp.add', { amount, level });
  const named = closes.map(({ displayCode, lots }) =>
    translate(language, 'marginHelp.lots', {
      lots: figureIn(language, formatLots(lots)),
      code: figureIn(language, displayCode),
    }),
  );
  const list = new Intl.ListFormat(languageOf(language).tag, { type: 'conjunction' }).format(named);
  return translate(language, 'marginHelp.closeOrAdd', { closes: list, amount, level });
}
