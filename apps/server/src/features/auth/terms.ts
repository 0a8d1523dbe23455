import type { AccountType } from '@fairlot/contract';

/** What the operator decided about accounts; read anew at every use. */
export interface AccountTerms {
  readonly siteTitle: () => string;
  /** Whether the service is not offered to people of a country (ISO 3166). */
  readonly isExcluded: (country: string) => boolean;
  /** Whether one may register in this way. */
  readonly offers: (type: AccountType) => boolean;
  /** The country of a network address, where a database of addresses is at hand. */
  readonly countryOfAddress: (address: string) => string | undefined;
}
