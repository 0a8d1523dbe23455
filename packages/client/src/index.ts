/**
 * The browser's side of the contract, without any user interface.
 *
 * - `createApi(settings)`: `api.call('myDeal', { status: '1', page: 1 }, options)` resolves to the data or rejects with a CallError.
 * - `api.upload('imageUpload', file)` resolves to an address, `api.fetchImage(address)` to the image as a Blob: images need the token in a header.
 * - `api.download('statementFile', input)` resolves to a file of the signed-in user with its name.
 * - `createOfficeApi(settings)`: the calls of the back office; `export` resolves to a list as a CSV file.
 * - `createIntents(settings)`: `intents.submitOrder(input)` returns an Intent whose `state` goes
 *   sending → done (filled, placed) | refused | unknown → …; it stores its key before the first try and retries with the same key.
 *   Also closePosition, cancelOrder, setStops, setPartialLevels, amendOrder; `intents.resume()` after start, sign-in and reconnection; `intents.open`.
 * - `createRealtime(settings)`: `start()`, `setToken(token)`, `subscribe(topic, listener)`, `state`;
 *   `attachWakeSources(realtime, { window, document })`.
 * - Stores, each value a `Readable` (subscribe, getSnapshot) for useSyncExternalStore: `createQuoteStore` (`quote(id)`),
 *   `createAccountStore` (`account`, `position(id)`, `onClosed`, `onResumed`), `createBarStore` (`forming(code)`).
 * - Formatters for decimal strings: formatPriceText, formatMoneyText, formatResult, formatAmount, formatResultAmount, formatRatio,
 *   formatLeverage, formatLotsText, signOf; createPercentFormat(pattern), createTimeFormat(bcp47); readFigure for typed text.
 * - `previewOrder(draft, market)`, `previewAmendment` and `previewStops`: margin, fee, free margin after, result at the stops, and the reason of a refusal;
 *   inputs come from termsOf(instrument record), quoteOf(quote view), standingOf(account view).
 */
export * from './format/figures.ts';
export * from './format/input.ts';
export * from './format/price.ts';
export * from './format/time.ts';
export * from './format/duration.ts';
export { createApi } from './http/api.ts';
export * from './http/base-url.ts';
export * from './http/call-error.ts';
export { shouldRetry } from './http/retry.ts';
export type {
  Api,
  ApiSettings,
  CallInput,
  CallOptions,
  CallOutput,
  DownloadedFile,
  Message,
  PendingRequest,
} from './http/types.ts';
export { createOfficeApi } from './office/office-api.ts';
export type { ExportedFile, OfficeApi, OfficeApiSettings, OfficeCallOptions, StaffInput } from './office/office-api.ts';
export * from './model/account.ts';
export * from './model/alert.ts';
export * from './model/bar.ts';
export * from './model/deposit.ts';
export { keptMarketFrom, keptMarketRecord, withQuote } from './model/instrument-record.ts';
export type { KeptMarket } from './model/instrument-record.ts';
export * from './model/instrument.ts';
export * from './model/market-news.ts';
export * from './model/invite.ts';
export * from './model/ledger.ts';
export * from './model/marketing.ts';
export * from './model/order-terms.ts';
export * from './model/close-several.ts';
export * from './model/copying.ts';
export * from './model/copying-calls.ts';
export * from './model/order.ts';
export * from './model/quote.ts';
export * from './model/ranking.ts';
export type { ReadOptions, Reader, RecordPage } from './model/read.ts';
export * from './model/passkey.ts';
export * from './model/records.ts';
export * from './model/sign-in.ts';
export * from './model/site.ts';
export * from './model/statement.ts';
export * from './model/trade-note.ts';
export * from './model/proposed-values.ts';
export { type CamelKeys, camelKey, camelKeys } from './model/camel-keys.ts';
export type {
  AccountHistory,
  StaffDeposit,
  StaffInstrument,
  StaffOutput,
  StaffUser,
  StaffWithdrawal,
} from './model/staff.ts';
export * from './model/withdrawal.ts';
export type { FinalState, Intent, IntentCall, IntentState, StoredIntent } from './orders/intent.ts';
export type { KeyValueStorage } from './orders/intent-store.ts';
export { createIntents } from './orders/intents.ts';
export type { Intents, IntentSettings } from './orders/intents.ts';
export { systemClock } from './platform/clock.ts';
export type { Clock } from './platform/clock.ts';
export { uniqueKey } from './platform/key.ts';
export { consoleLog } from './platform/log.ts';
export type { Log } from './platform/log.ts';
export { createStore } from './platform/store.ts';
export type { Readable, Writable } from './platform/store.ts';
export type { OrderDraft } from './preview/order-draft.ts';
export * from './preview/conversion.ts';
export * from './preview/markup.ts';
export * from './preview/preview-amendment.ts';
export * from './preview/preview-linked.ts';
export { previewStops } from './preview/order-verdict.ts';
export * from './preview/preview-order.ts';
export type * from './preview/preview-types.ts';
export * from './preview/size-order.ts';
export * from './preview/terms.ts';
export type { ConnectionState } from './realtime/link.ts';
export { createRealtime } from './realtime/realtime.ts';
export type { Realtime, RealtimeSettings, Socket } from './realtime/realtime.ts';
export type { Topic, TopicData, TopicEvent } from './realtime/topics.ts';
export { attachWakeSources } from './realtime/wake-sources.ts';
export type { WakeEnvironment } from './realtime/wake-sources.ts';
export * from './stores/account.ts';
export * from './stores/forming-bars.ts';
export { createMarketClock } from './stores/market-clock.ts';
export type { MarketClock } from './stores/market-clock.ts';
export * from './stores/quotes.ts';
