import type { OutputOf, ledgerCalls } from '@fairlot/contract';
import { LEDGER_TYPES, ZERO, asMoney, formatMoney, minus } from '@fairlot/domain';
import type { LedgerType, Money } from '@fairlot/domain';
import { translate } from '@fairlot/i18n';
import type { LanguageCode, ServerKey } from '@fairlot/i18n';
import type { TransferRow } from './queries.ts';

type Entry = OutputOf<typeof ledgerCalls.forexChange>['list'][number];

const NAMES = new Map<number, LedgerType>((Object.entries(LEDGER_TYPES) as [LedgerType, number][]).map(([name, kind]) => [kind, name]));

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
    MemoTran: translate(language, memoKey(row)),
    Reference: row.reference === null ? null : Number(row.reference),
    CreatedAtTran: new Date(Number(row.time)).toISOString(),
  };
}

/** What the books of a kind gained by a transfer. House accounts have negative numbers and are nobody’s books here. */
function change({ debit_account: debit, debit_book: from, credit_account: credit, credit_book: to, amount }: TransferRow, isOf: (book: string) => boolean): Money {
  const gained = credit > 0n && isOf(to) ? asMoney(amount) : ZERO;
  return debit > 0n && isOf(from) ? minus(gained, asMoney(amount)) : gained;
}

function memoKey({ kind, debit_book: from, credit_book: to }: TransferRow): ServerKey {
  const name = NAMES.get(kind);
  if (name === undefined) throw new Error(`there is no ledger type ${kind}`);
  if (name === 'reserve' && to === 'withdrawalHold') return 'memo.withdrawalReserve';
  if (name === 'release' && from === 'withdrawalHold') return 'memo.withdrawalRelease';
  return `memo.${name}`;
}
