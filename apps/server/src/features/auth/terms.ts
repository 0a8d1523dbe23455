import type { AccountType, StatementMailMode } from '@fairlot/contract';
import type { CallContext } from '../../http/calls.ts';

/** The operator's rules about accounts, evaluated at each use. */
export interface AccountTerms {
  readonly siteTitle: () => string;
  /** The mails about daily statements that a new user gets. */
  readonly statementMail: () => StatementMailMode;
  /** Tells whether people of a country (ISO 3166 code) are excluded from the service. */
  readonly isExcluded: (country: string) => boolean;
  /** False where prices are not those of a real market and the operator has not said that money here is play money. */
  readonly takesMoney: (from: Pick<CallContext, 'isLocal'>) => boolean;
  /** Tells whether registration with this type of account is offered. */
  readonly offers: (type: AccountType) => boolean;
  /** The country of a network address; undefined without a database of addresses. */
  readonly countryOfAddress: (address: string) => string | undefined;
}
