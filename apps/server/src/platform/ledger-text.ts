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

/** Names of staff at the end of a correction's memo: author, and approver if there is one. */
const STAFF_NAMES = / \([a-z0-9._@+-]+(, [a-z0-9._@+-]+)?\)$/;

/**
 * The memo of a ledger entry for the account's owner. The memo of a correction ends with the sign-in names of its author
 * and approver, which belong to the house's records alone.
 */
export function memoForOwner(kind: number, memo: string | null): string {
  if (memo === null) return '';
  return NAMES.get(kind) === 'adjustment' ? memo.replace(STAFF_NAMES, '') : memo;
}

/** SQL of `memoForOwner` for a row with the columns `kind` and `memo`. PostgreSQL reads the same regular expression. */
export const MEMO_FOR_OWNER: RawBuilder<string> = sql`coalesce(
  case when kind = ${LEDGER_TYPES.adjustment} then regexp_replace(memo, ${STAFF_NAMES.source}, '') else memo end, '')`;

function ledgerTextKey(kind: number, ofWithdrawal: boolean): ServerKey {
  const name = NAMES.get(kind);
  if (name === undefined) throw new Error(`there is no ledger type ${kind}`);
  if (ofWithdrawal && name === 'reserve') return 'memo.withdrawalReserve';
  if (ofWithdrawal && name === 'release') return 'memo.withdrawalRelease';
  return `memo.${name}`;
}
