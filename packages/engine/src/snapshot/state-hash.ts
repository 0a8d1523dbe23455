import type { GroupTerms, Instrument } from '@fairlot/domain';
import type { TradingRules } from '../command.ts';
import type { EngineImage, OrderRecord } from '../image.ts';
import { Sha256 } from './sha256.ts';

type Field = string | number | bigint | undefined;

/** Digest of an image without its markets and keys. The lists must be by ascending number, as imageOf returns them. */
export function hashOf(image: EngineImage): string {
  const sha = new Sha256();
  for (const text of stateLines(image)) sha.update(text);
  return sha.digest();
}

/**
 * The text whose SHA-256 is the state hash, line by line. A host that hashes a large state reads it in slices. The lists
 * must be by ascending number.
 */
export function* stateLines(image: EngineImage): Generator<string> {
  yield line('head', [image.seq, image.nextOrder, image.nextTransfer]);
  if (image.rules !== undefined) yield line('rules', ruleFields(image.rules));
  for (const instrument of image.instruments) yield line('instrument', instrumentFields(instrument));
  for (const group of image.groups ?? []) {
    yield line('group', withOwn([group.id, group.stopOutPercent], group.hedgedMargin));
    for (const terms of group.terms) yield line('terms', groupFields(terms));
  }
  for (const { rolloverTime, weekday, kept = [] } of image.rollovers) {
    yield line('rollover', [rolloverTime, weekday]);
    for (const { instrument, swap } of kept)
      yield line('kept', [instrument, swap.mode, swap.long, swap.short, swap.tripleWeekday]);
  }
  for (const instrument of image.bursts ?? []) yield line('burst', [instrument]);
  for (const { instrument, mode } of image.restricted ?? []) yield line('dealing', [instrument, mode]);
  for (const { id, kind, group, cash, orderReserve, withdrawalHold, swapThrough } of image.accounts)
    // Without a field for the usual group and for no markup, so that digests of former versions stay valid.
    yield line('account', withOwn([id, kind, cash, orderReserve, withdrawalHold, swapThrough], group));
  for (const order of image.orders) yield line('order', orderFields(order));
  for (const { id, account, amount, fee } of image.withdrawals) yield line('withdrawal', [id, account, amount, fee]);
  for (const { order, open, close, waived, count } of image.corrected ?? [])
    yield line('corrected', [order, open, close, waived, count]);
}

function orderFields(order: OrderRecord): Field[] {
  return [
    order.id,
    order.account,
    order.instrument,
    order.side,
    order.kind,
    order.status,
    order.lots,
    order.leverage,
    order.target,
    order.price,
    order.openedAt,
    order.margin,
    order.fee,
    order.swap,
    order.stopLoss,
    order.takeProfit,
    ...(order.markup === undefined ? [] : [order.markup.bid, order.markup.ask]),
    ...(order.trailing === undefined ? [] : ['trailing', order.trailing]),
    ...(order.premium === undefined ? [] : ['premium', order.premium]),
    // Named, because the fields before may be absent.
    ...(order.limitPrice === undefined ? [] : ['limit', order.limitPrice]),
    ...(order.oco === undefined ? [] : ['oco', order.oco]),
    ...(order.expiresAt === undefined ? [] : ['expires', order.expiresAt]),
    ...(order.levels ?? []).flatMap(({ level, lots, price }) => [level, lots, price]),
  ];
}

/** The fields, and one more when there is one. */
function withOwn(fields: Field[], own: Field): Field[] {
  return own === undefined ? fields : [...fields, own];
}

function groupFields(terms: GroupTerms): Field[] {
  const { instrument, markup, commission, swap, maxLeverage, offered, tiers = [], guarantee } = terms;
  return [
    instrument,
    markup?.bid,
    markup?.ask,
    commission?.mode,
    commission?.rate,
    swap?.mode,
    swap?.long,
    swap?.short,
    swap?.tripleWeekday,
    maxLeverage,
    offered === undefined ? undefined : String(offered),
    ...tiers.flatMap(({ from, leverage }) => [from, leverage]),
    // Named, because the number of tiers varies.
    ...(guarantee === undefined ? [] : ['guarantee', guarantee.premium, guarantee.distance]),
  ];
}

function ruleFields({ feeMode, stopOutPercent, demoFunds, maxOrdersPerAccount }: TradingRules): Field[] {
  return [feeMode, stopOutPercent, demoFunds, maxOrdersPerAccount];
}

function instrumentFields(terms: Instrument): Field[] {
  const { swap, conversion } = terms;
  return [
    terms.id,
    quoted(terms.code),
    quoted(terms.quoteCurrency),
    terms.pricePrecision,
    terms.lotStep,
    terms.minLots,
    terms.maxLots,
    terms.unitsPerLot,
    terms.marginMode,
    terms.leverages.join('/'),
    terms.feeMode,
    terms.feeRate,
    swap.mode,
    swap.long,
    swap.short,
    swap.tripleWeekday,
    conversion?.instrument,
    conversion === null ? undefined : String(conversion.inverse),
    terms.staleAfterMs,
    // Absent for the usual scale, so that digests of former versions stay valid.
    ...(terms.priceScale === undefined ? [] : [terms.priceScale]),
  ];
}

/** Quotes free text, so that no text can look like two fields. */
function quoted(text: string): string {
  return JSON.stringify(text);
}

function line(kind: string, fields: readonly Field[]): string {
  return `${kind} ${fields.map((field) => field ?? '-').join(' ')}\n`;
}
