import type { OutputOf, statementCalls } from '@fairlot/contract';
import { formatMoney } from '@fairlot/domain';
import type { LanguageCode } from '@fairlot/i18n';
import type { MarketData } from '../../market/port.ts';
import { memoText } from '../../platform/memo.ts';
import type { Movement } from './movements.ts';
import { nameOf, timeText } from './presenter.ts';

/** A movement as its owner reads it, in the ledger's words. */
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
    MemoTran: memoText(kind, ofWithdrawal, language),
    Reference: reference ?? null,
    CreatedAtTran: timeText(time),
    instrument: instrument === undefined ? null : nameOf(market, instrument),
  };
}
