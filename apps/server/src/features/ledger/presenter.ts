import type { OutputOf, ledgerCalls } from '@fairlot/contract';
import { type Money, ZERO, asMoney, formatMoney, minus } from '@fairlot/domain';
import type { LanguageCode } from '@fairlot/i18n';
import { ledgerText, memoForOwner, returnedText } from '../../platform/ledger-text.ts';
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
    Memo: memoForOwner(row),
    MemoTran:
      returnedText(row, row.credit_account > 0n, language) ??
      ledgerText(row.kind, [row.debit_book, row.credit_book].includes('withdrawalHold'), language),
    Reference: row.reference === null ? null : Number(row.reference),
    CreatedAtTran: new Date(Number(row.time)).toISOString(),
  };
}

/** The change of the client's matching books by a transfer. House accounts have negative ids and are ignored here. */
function change(
  { debit_account: debit, debit_book: from, credit_account: credit, credit_book: to, amount }: TransferRow,
  isOf: (book: string) => boolean,
): Money {
  const gained = credit > 0n && isOf(to) ? asMoney(amount) : ZERO;
  return debit > 0n && isOf(from) ? minus(gained, asMoney(amount)) : gained;
}
