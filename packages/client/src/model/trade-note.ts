import type { CallInput, CallOutput } from '../http/types.ts';
import { camelKeys } from './camel-keys.ts';
import type { CamelKeys } from './camel-keys.ts';
import type { ReadOptions, Reader } from './read.ts';

/** The user's note and tags on an order. `of` is the position whose note a closed part shows. */
export type TradeNote = CamelKeys<CallOutput<'tradeNote'>>;
export type TradeTag = CamelKeys<CallOutput<'tradeTags'>['list'][number]>;
/** Results of closed trades by their properties; figures are decimal texts of the server. */
export type TradeStatistics = CamelKeys<CallOutput<'tradeStatistics'>>;
export type TradeFigures = TradeStatistics['total'];

export async function readTradeNote(api: Reader, order: number, options: ReadOptions): Promise<TradeNote> {
  return camelKeys(await api.call('tradeNote', { id: order }, options));
}

/** Replaces note and tags of an order. Returns them as stored: tags may get the spelling of other orders. */
export async function saveTradeNote(
  api: Reader,
  draft: CallInput<'tradeNoteSave'>,
  options: ReadOptions,
): Promise<TradeNote> {
  return camelKeys(await api.call('tradeNoteSave', draft, options));
}

export async function eraseTradeNote(api: Reader, order: number, options: ReadOptions): Promise<TradeNote> {
  return camelKeys(await api.call('tradeNoteErase', { id: order }, options));
}

/** Reads the user's tags, most used first. */
export async function readTradeTags(api: Reader, options: ReadOptions): Promise<readonly TradeTag[]> {
  return camelKeys((await api.call('tradeTags', {}, options)).list);
}

/** Reads the statistics of a period, with hours and weekdays of an IANA time zone. */
export async function readTradeStatistics(
  api: Reader,
  { timeZone, ...period }: Omit<CallInput<'tradeStatistics'>, 'time_zone'> & { readonly timeZone: string },
  options: ReadOptions,
): Promise<TradeStatistics> {
  return camelKeys(await api.call('tradeStatistics', { ...period, time_zone: timeZone }, options));
}
