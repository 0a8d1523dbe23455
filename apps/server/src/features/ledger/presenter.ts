import type { OutputOf, ledgerCalls } from '@fairlot/contract';
import { LEDGER_TYPES, type Money, ZERO, asMoney, formatMoney, minus } from '@fairlot/domain';
import { type LanguageCode, translate } from '@fairlot/i18n';
import { ledgerText, memoForOwner } from '../../platform/ledger-text.ts';
import type { TransferRow } from './queries.ts';

type Entry = OutputOf<typeof ledgerCalls.forexChange>['list'][number];

/** Converts a transfer to its wire format. */
export function presentEntry(row: TransferRow, language: LanguageCode): Entry {
  const available = change(row, (book) => book === 'cash');
  const frozen = change(row, (book) => book !== 'cash');
  return {
    Id: Number(row.id),
    Value: formatMoney(available === 0n ? frozen : available),
    AvailableValue: formatMoney(available),
    FrozenValue: formatMoney(frozen),
    Type: row.kind,
    Memo: memoForOwner(row.kind, row.memo),
    MemoTran:
      returnedText(row, language) ??
      ledgerText(row.kind, [row.debit_book, row.credit_book].includes('withdrawalHold'), language),
    Reference: row.reference === null ? null : Number(row.reference),
    CreatedAtTran: new Date(Number(row.time)).toISOString(),
  };
}

/** Names the withdrawal or deposit of an adjustment that brings money back or takes it back. */
function returnedText({ kind, reference, credit_account: credit }: TransferRow, language: LanguageCode) {
  if (kind !== LEDGER_TYPES.adjustment || reference === null) return undefined;
  const key = credit > 0n ? 'memo.withdrawalReturned' : 'memo.depositReversed';
  return translate(language, key, { number: String(reference) });
}

/** The change of the client's matching books by a transfer. House accounts have negative ids and are ignored here. */
function change(
  { debit_account: debit, debit_book: from, credit_account: credit, credit_book: to, amount }: TransferRow,
  isOf: (book: string) => boolean,
): Money {
  const gained = credit > 0n && isOf(to) ? asMoney(amount) : ZERO;
  return debit > 0n && isOf(from) ? minus(gained, asMoney(amount)) : gained;
}
