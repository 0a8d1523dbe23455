import type { Instrument } from '@fairlot/domain';
import type { TradingRules } from '../command.ts';
import type { EngineImage } from '../image.ts';
import { Sha256 } from './sha256.ts';

type Field = string | number | bigint | undefined;

/** Digest of an image without its markets and keys. The lists must be by ascending number, as imageOf returns them. */
export function hashOf(image: EngineImage): string {
  const sha = new Sha256();
  line(sha, 'head', [image.seq, image.nextOrder, image.nextTransfer]);
  if (image.rules !== undefined) line(sha, 'rules', ruleFields(image.rules));
  for (const instrument of image.instruments) line(sha, 'instrument', instrumentFields(instrument));
  for (const { rolloverTime, weekday } of image.rollovers) line(sha, 'rollover', [rolloverTime, weekday]);
  for (const { id, kind, cash, orderReserve, withdrawalHold, swapThrough } of image.accounts)
    line(sha, 'account', [id, kind, cash, orderReserve, withdrawalHold, swapThrough]);
  for (const order of image.orders) {
    line(sha, 'order', [
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
    ]);
  }
  for (const { id, account, amount, fee } of image.withdrawals) line(sha, 'withdrawal', [id, account, amount, fee]);
  return sha.digest();
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

function line(sha: Sha256, kind: string, fields: readonly Field[]): void {
  sha.update(`${kind} ${fields.map((field) => field ?? '-').join(' ')}\n`);
}
