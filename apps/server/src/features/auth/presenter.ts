import type { OutputOf, accountCalls } from '@fairlot/contract';
import { formatMoney, plus } from '@fairlot/domain';
import type { AccountView } from '@fairlot/engine';
import { uidOf } from '../../platform/uid.ts';
import type { User } from './queries.ts';

type WireUser = OutputOf<typeof accountCalls.userInfo>;

/** Converts a user to its wire format. */
export function presentUser(user: User, account: AccountView): WireUser {
  return {
    id: user.id,
    uid: uidOf(user.id),
    email: user.email ?? '',
    mobile: user.mobile ?? '',
    is_demo: user.kind === 'demo' ? 1 : 0,
    invite_code: user.inviteCode,
    balance: formatMoney(account.cash),
    lock_balance: formatMoney(plus(account.orderReserve, account.withdrawalHold)),
  };
}
