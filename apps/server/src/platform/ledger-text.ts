import { LEDGER_TYPES, type LedgerType } from '@fairlot/domain';
import { type LanguageCode, type ServerKey, translate } from '@fairlot/i18n';
import { type RawBuilder, sql } from 'kysely';

const NAMES = new Map<number, LedgerType>(
  (Object.entries(LEDGER_TYPES) as [LedgerType, number][]).map(([name, kind]) => [kind, name]),
);

/** The text of a ledger entry in a language. `ofWithdrawal`: the entry freezes or releases money for a withdrawal. */
export function ledgerText(kind: number, ofWithdrawal: boolean, language: LanguageCode): string {
  return translate(language, ledgerTextKey(kind, ofWithdrawal));
}

/**
 * Names the withdrawal or deposit of an adjustment that brings money back or takes it back; undefined for other entries.
 * `isCredit`: the entry raises the balance.
 */
export function returnedText(
  { kind, reference }: { readonly kind: number; readonly reference: bigint | number | null },
  isCredit: boolean,
  language: LanguageCode,
): string | undefined {
  if (kind !== LEDGER_TYPES.adjustment || reference === null) return undefined;
  const key = isCredit ? 'memo.withdrawalReturned' : 'memo.depositReversed';
  return translate(language, key, { number: String(reference) });
}

/** Names of staff at the end of a correction's memo: author, and approver if there is one. */
const STAFF_NAMES = / \([a-z0-9._@+-]+(, [a-z0-9._@+-]+)?\)$/;

/** The parts of a ledger entry from which its memo for the owner is made. */
interface EntryMemo {
  readonly kind: number;
  readonly reference: bigint | null;
  readonly memo: string | null;
}

/**
 * The memo of a ledger entry for the account's owner. The memo of a correction ends with the sign-in names of its author
 * and approver, which belong to the house's records alone. An adjustment with a reference is money that came back: its
 * memo has no names, but may itself end with a word in brackets.
 */
export function memoForOwner({ kind, reference, memo }: EntryMemo): string {
  if (memo === null) return '';
  return kind === LEDGER_TYPES.adjustment && reference === null ? memo.replace(STAFF_NAMES, '') : memo;
}

/**
 * SQL of `memoForOwner` for a row with the columns `kind`, `reference` and `memo`. PostgreSQL reads the same regular
 * expression.
 */
export const MEMO_FOR_OWNER: RawBuilder<string> = sql`coalesce(
  case when kind = ${LEDGER_TYPES.adjustment} and reference is null then regexp_replace(memo, ${STAFF_NAMES.source}, '') else memo end, '')`;

function ledgerTextKey(kind: number, ofWithdrawal: boolean): ServerKey {
  const name = NAMES.get(kind);
  if (name === undefined) throw new Error(`there is no ledger type ${kind}`);
  if (ofWithdrawal && name === 'reserve') return 'memo.withdrawalReserve';
  if (ofWithdrawal && name === 'release') return 'memo.withdrawalRelease';
  return `memo.${name}`;
}
