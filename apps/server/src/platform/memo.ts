import { LEDGER_TYPES } from '@fairlot/domain';
import type { LedgerType } from '@fairlot/domain';
import { translate } from '@fairlot/i18n';
import type { LanguageCode, ServerKey } from '@fairlot/i18n';

const NAMES = new Map<number, LedgerType>(
  (Object.entries(LEDGER_TYPES) as [LedgerType, number][]).map(([name, kind]) => [kind, name]),
);

/** What a movement of money was, in a language. `ofWithdrawal`: it froze or freed money for a withdrawal. */
export function memoText(kind: number, ofWithdrawal: boolean, language: LanguageCode): string {
  return translate(language, memoKey(kind, ofWithdrawal));
}

function memoKey(kind: number, ofWithdrawal: boolean): ServerKey {
  const name = NAMES.get(kind);
  if (name === undefined) throw new Error(`there is no ledger type ${kind}`);
  if (ofWithdrawal && name === 'reserve') return 'memo.withdrawalReserve';
  if (ofWithdrawal && name === 'release') return 'memo.withdrawalRelease';
  return `memo.${name}`;
}
