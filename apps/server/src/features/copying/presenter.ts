import type { OutputOf, copyingCalls } from '@fairlot/contract';
import {
  RATE_SCALE,
  asLots,
  asMoney,
  asPrice,
  asRate,
  formatDecimal,
  formatLots,
  formatMoney,
  formatPrice,
  shortRate,
} from '@fairlot/domain';
import type { LanguageCode } from '@fairlot/i18n';
import type { Selectable } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { MarketData } from '../../market/port.ts';
import type { Leader } from './copy-row.ts';
import type { CopyWithFigures } from './figures.ts';
import { presentLeader } from './leader-presenter.ts';

type WireCopy = OutputOf<typeof copyingCalls.copyStop>;
type WireDeed = OutputOf<typeof copyingCalls.copyDeeds>['data'][number];

type Result = Selectable<Tables['copy_results']>;
type Event = Selectable<Tables['copy_events']>;

/** A result with the figures of its deed. `id`: the number of the deed. */
export interface DeedRow
  extends Omit<Result, 'event'>, Pick<Event, 'leader_order' | 'instrument' | 'side' | 'time' | 'leader_price'> {
  readonly id: bigint;
  readonly deed: Event['type'];
}

/** Converts the terms of a copy to their wire format. */
export function presentTerms(row: CopyWithFigures['row']): WireCopy['terms'] {
  return {
    allocation: formatMoney(asMoney(row.allocation)),
    multiple: shortRate(asRate(row.multiple)),
    stop_loss: row.stop_loss === null ? null : formatMoney(asMoney(row.stop_loss)),
    max_leverage: row.max_leverage,
    max_slippage: shortRate(asRate(row.max_slippage * 100n)),
    instruments: row.instruments.map(({ id, lots }) => ({ forex_id: id, max_lots: formatLots(asLots(BigInt(lots))) })),
  };
}

/** Converts the figures of a copy to their wire format. */
export function presentFigures({ row, realised, floating, margin, open }: CopyWithFigures): WireCopy['figures'] {
  return {
    realised: formatMoney(realised),
    floating: formatMoney(floating),
    fees: formatMoney(asMoney(row.fees)),
    high_water: formatMoney(asMoney(row.high_water)),
    margin: formatMoney(margin),
    open,
    closed: row.closed,
    skipped: row.skipped,
    delay_mean: row.delays === 0 ? null : Number(row.delay_sum / BigInt(row.delays)),
    delay_worst: row.delay_worst,
    difference: formatMoney(asMoney(row.difference)),
  };
}

/** Converts a copy to its wire format for its copier. */
export function presentCopy(copy: CopyWithFigures, leader: Leader | undefined, language: LanguageCode): WireCopy {
  const { row } = copy;
  return {
    id: Number(row.id),
    user: presentLeader(leader, language),
    state: row.state,
    ended: row.ended,
    reason: row.reason,
    terms: presentTerms(row),
    fee_percent: row.fee_percent,
    figures: presentFigures(copy),
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}

/** Converts the result of a deed to its wire format. */
export function presentDeed(row: DeedRow, market: Pick<MarketData, 'instrument'>): WireDeed {
  const instrument = market.instrument(row.instrument);
  const price = (value: bigint | null): string | null =>
    value === null || instrument === undefined ? null : formatPrice(asPrice(value), instrument);
  return {
    id: Number(row.id),
    deed: row.deed,
    at: new Date(Number(row.time)).toISOString(),
    code: instrument?.displayCode ?? `#${row.instrument}`,
    type: row.side === 'buy' ? 1 : 2,
    order_id: row.order_id === null ? null : Number(row.order_id),
    lots: row.lots === null ? null : formatLots(asLots(row.lots)),
    skip: row.skip,
    detail: row.detail,
    leader_price: price(row.leader_price),
    price: price(row.price),
    difference: row.difference === null ? null : formatMoney(asMoney(row.difference)),
    delay_ms: row.delay_ms,
  };
}

/** A share as per cent with two decimals. */
export function percentText(share: bigint): string {
  return formatDecimal(share * 100n, RATE_SCALE, 2);
}
