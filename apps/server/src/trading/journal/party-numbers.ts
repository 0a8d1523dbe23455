import { HOUSE_ACCOUNTS, type HouseAccount } from '@fairlot/domain';
import type { Party } from '@fairlot/engine';

/**
 * The number of a house account in the transfers table: -1 for the first of HOUSE_ACCOUNTS, -2 for the second, and so
 * on.
 */
export function houseNumber(house: HouseAccount): number {
  return -1 - HOUSE_ACCOUNTS.indexOf(house);
}

/** The account number of one side of a transfer. */
export function partyNumber(party: Party): number {
  return 'house' in party ? houseNumber(party.house) : party.account;
}

/** The book of one side of a transfer. */
export function partyBook(party: Party): string {
  return 'house' in party ? 'cash' : party.book;
}
