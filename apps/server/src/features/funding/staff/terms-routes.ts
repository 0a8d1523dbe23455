import { fundingStaffCalls } from '@fairlot/contract';
import { done } from '../../../http/answer.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';
import type { StaffSession } from '../../../staff/staff-session.ts';
import type { TermsQueries } from '../terms/queries.ts';
import type { Author, TermsActions } from './terms-actions.ts';
import {
  ACCOUNTS,
  COINS,
  CURRENCIES,
  NETWORKS,
  presentStaffAccount,
  presentStaffCoin,
  presentStaffCurrency,
  presentStaffNetwork,
} from './terms-kinds.ts';

export interface TermsStaffDeps {
  readonly terms: TermsQueries;
  readonly actions: TermsActions;
}

const authorOf = ({ staff, name }: StaffSession): Author => ({ id: staff, name });

/** Staff calls about the operator's terms: networks, receiving accounts and withdrawal currencies. */
export function registerTermsStaff(calls: StaffCalls, { terms, actions }: TermsStaffDeps): void {
  calls.forStaff(fundingStaffCalls.staffNetworks, async () => done((await terms.networks()).map(presentStaffNetwork)));
  calls.forStaff(fundingStaffCalls.staffCoins, async () => done((await terms.coins()).map(presentStaffCoin)));
  calls.forStaff(fundingStaffCalls.staffReceivingAccounts, async () =>
    done((await terms.receivingAccounts()).map(presentStaffAccount)),
  );
  calls.forStaff(fundingStaffCalls.staffCurrencies, async () =>
    done((await terms.currencies()).map(presentStaffCurrency)),
  );
  calls.forStaff(NETWORKS.save, (input, { staff }) => actions.save(NETWORKS, input, authorOf(staff)));
  calls.forStaff(COINS.save, (input, { staff }) => actions.save(COINS, input, authorOf(staff)));
  calls.forStaff(ACCOUNTS.save, (input, { staff }) => actions.save(ACCOUNTS, input, authorOf(staff)));
  calls.forStaff(CURRENCIES.save, (input, { staff }) => actions.save(CURRENCIES, input, authorOf(staff)));
}
