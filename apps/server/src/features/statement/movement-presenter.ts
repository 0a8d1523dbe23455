import type { OutputOf, statementCalls } from '@fairlot/contract';
import { formatMoney } from '@fairlot/domain';
import type { LanguageCode } from '@fairlot/i18n';
import type { MarketData } from '../../market/port.ts';
import { ledgerText, returnedText } from '../../platform/ledger-text.ts';
import type { Movement } from './movements.ts';
import { nameOf, timeText } from './wire.ts';

/** Converts a movement to its wire format, with the texts of the ledger. */
export function presentMovement(
  { id, time, kind, available, frozen, ofWithdrawal, reference, memo, instrument }: Movement,
  market: Pick<MarketData, 'instrument'>,
  language: LanguageCode,
): OutputOf<typeof statementCalls.statementMovements>['list'][number] {
  return {
    Id: Number(id),
    Value: formatMoney(available === 0n ? frozen : available),
    AvailableValue: formatMoney(available),
    FrozenValue: formatMoney(frozen),
    Type: kind,
    Memo: memo,
    MemoTran:
      returnedText({ kind, reference: reference ?? null }, available > 0n, language) ??
      ledgerText(kind, ofWithdrawal, language),
    Reference: reference ?? null,
    CreatedAtTran: timeText(time),
    instrument: instrument === undefined ? null : nameOf(market, instrument),
  };
}
