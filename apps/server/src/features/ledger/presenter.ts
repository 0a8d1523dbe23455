import type { OutputOf, ledgerCalls } from '@fairlot/contract';
import { ZERO, asMoney, formatMoney, minus } from '@fairlot/domain';
import type { Money } from '@fairlot/domain';
import type { LanguageCode } from '@fairlot/i18n';
import { memoText } from '../../platform/memo.ts';
import type { TransferRow } from './queries.ts';

type Entry = OutputOf<typeof ledgerCalls.forexChange>['list'][number];

/** A transfer as its owner reads it. */
export function presentEntry(row: TransferRow, language: LanguageCode): Entry {
  const available = change(row, (book) => book === 'cash');
  const frozen = change(row, (book) => book !== 'cash');
  return {
    Id: Number(row.id),
    Value: formatMoney(available === 0n ? frozen : available),
    AvailableValue: formatMoney(available),
    FrozenValue: formatMoney(frozen),
    Type: row.kind,
    Memo: row.memo ?? '',
    MemoTran: memoText(row.kind, [row.debit_book, row.credit_book].includes('withdrawalHold'), language),
    Reference: row.reference === null ? null : Number(row.reference),
    CreatedAtTran: new Date(Number(row.time)).toISOString(),
  };
}

/** What the books of a kind gained by a transfer. House accounts have negative numbers and are nobody’s books here. */
function change(
  { debit_account: debit, debit_book: from, credit_account: credit, credit_book: to, amount }: TransferRow,
  isOf: (book: string) => boolean,
): Money {
  const gained = credit > 0n && isOf(to) ? asMoney(amount) : ZERO;
  return debit > 0n && isOf(from) ? minus(gained, asMoney(amount)) : gained;
}
