import { formatAmount } from '@fairlot/client';
import type { OrderPreview, PreviewMarket } from '@fairlot/client';
import type { Reason } from '@fairlot/contract';
import { formatMoney, formatPrice } from '@fairlot/domain';
import type { Price, PriceTerms, Side } from '@fairlot/domain';
import { priceFault } from './levels.ts';
import type { Levels } from './levels.ts';

/** Fields of an order that can be invalid. */
export type OrderField = 'lots' | 'size' | 'target' | 'stopLoss' | 'takeProfit' | 'trailing';

/** Reason why an order cannot be sent: the key in `trade.problem` of the catalogue, its value and its field. */
export interface Problem {
  readonly key: ProblemKey;
  readonly value?: string;
  /** undefined if no field can fix the problem. */
  readonly field?: OrderField;
  /** The nearest valid price for the field. */
  readonly nearest?: string;
}

export type ProblemKey =
  | 'offline'
  | 'market_closed'
  | 'market_data_missing'
  | 'market_data_stale'
  | 'price_in_doubt'
  | 'clock_in_doubt'
  | 'no_price_source'
  | 'instrument_halted'
  | 'instrument_close_only'
  | 'leverage_not_configured'
  | 'account_unknown'
  | 'insufficient_margin'
  | 'size_missing'
  | 'size_needs_stop'
  | 'size_too_small'
  | 'level_amount_invalid'
  | 'lots_missing'
  | 'lots_invalid'
  | 'lots_below_minimum'
  | 'lots_above_maximum'
  | 'lots_off_step'
  | 'expiry_invalid'
  | 'price_required'
  | 'price_invalid'
  | 'price_off_grid'
  | 'price_out_of_range'
  | 'stop_passed'
  | 'stop_loss_invalid'
  | 'take_profit_invalid'
  | 'trailing_invalid'
  | 'guarantee_trailing'
  | 'guarantee_too_near'
  | `stop_loss_wrong_side.${Side}`
  | `take_profit_wrong_side.${Side}`;

/**
 * Converts the engine's reason into a problem of a stop-loss or take-profit; undefined if the reason is about something
 * else.
 */
export function levelProblem(
  verdict: { readonly reason: Reason | undefined; readonly nearest?: Price | undefined },
  side: Side,
  levels: Levels,
  terms: PriceTerms,
): Problem | undefined {
  const { reason } = verdict;
  const nearest = verdict.nearest === undefined ? undefined : formatPrice(verdict.nearest, terms);
  const words = nearest === undefined ? {} : { value: nearest, nearest };
  if (reason === 'stop_loss_wrong_side') return { key: `stop_loss_wrong_side.${side}`, field: 'stopLoss', ...words };
  if (reason === 'take_profit_wrong_side')
    return { key: `take_profit_wrong_side.${side}`, field: 'takeProfit', ...words };
  if (reason !== 'price_invalid' && reason !== 'price_off_grid') return undefined;
  const wanted = reason === 'price_invalid' ? 'invalid' : 'offGrid';
  const field = (['stopLoss', 'takeProfit'] as const).find(
    (name) => levels[name].on && priceFault(levels[name].text, terms) === wanted,
  );
  if (field === undefined) return undefined;
  if (wanted === 'offGrid') return { key: 'price_off_grid', value: String(terms.pricePrecision), field };
  return { key: field === 'stopLoss' ? 'stop_loss_invalid' : 'take_profit_invalid', field };
}

/**
 * Converts a price reason into a problem of the target, whose text is `typed`, or of another price that has no field,
 * such as a limit. Call after `levelProblem`, which handles the levels' prices.
 */
export function targetProblem(
  { reason, market }: Pick<OrderPreview, 'reason' | 'market'>,
  typed: string,
  terms: PriceTerms,
): Problem | undefined {
  if (reason === 'stop_passed' && market !== undefined)
    return { key: reason, value: formatPrice(market, terms), field: 'target' };
  if (reason === 'price_required') return { key: reason, field: 'target' };
  if (reason !== 'price_invalid' && reason !== 'price_off_grid') return undefined;
  const isTarget = priceFault(typed, terms) === (reason === 'price_invalid' ? 'invalid' : 'offGrid');
  return {
    key: reason,
    ...(reason === 'price_off_grid' && { value: String(terms.pricePrecision) }),
    ...(isTarget && { field: 'target' }),
  };
}

/** Converts a reason that no field can fix. */
export function marketProblem(reason: Reason, preview: OrderPreview, doubt: PreviewMarket['doubt']): Problem {
  if (doubt === 'source') return { key: 'no_price_source' };
  if (reason === 'price_in_doubt') return { key: doubt === 'clock' ? 'clock_in_doubt' : reason };
  if (
    reason === 'market_closed' ||
    reason === 'instrument_halted' ||
    reason === 'instrument_close_only' ||
    reason === 'market_data_stale' ||
    reason === 'leverage_not_configured' ||
    reason === 'price_out_of_range'
  )
    return { key: reason };
  if (reason === 'leverage_not_listed') return { key: 'leverage_not_configured' };
  if (reason !== 'insufficient_margin') return { key: 'market_data_missing' };
  return marginProblem(preview) ?? { key: reason };
}

/** The problem of an order that lacks free margin; undefined if it lacks none. */
export function marginProblem({ shortfall }: Pick<OrderPreview, 'shortfall'>): Problem | undefined {
  return shortfall && { key: 'insufficient_margin', value: formatAmount(formatMoney(shortfall)) };
}
