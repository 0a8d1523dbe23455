import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

export type DepositState = 'unchecked' | 'crediting' | 'finished' | 'rejected' | 'invalid';
export type WithdrawalState =
  | 'holding'
  | 'refused'
  | 'review'
  | 'approved'
  | 'paying'
  | 'paid'
  | 'rejecting'
  | 'rejected'
  | 'cancelling'
  | 'cancelled';

interface ReceivingAccountsTable {
  id: GeneratedAlways<bigint>;
  coin_id: bigint;
  bank_name: string;
  bank_address: string;
  bank_swift: string;
  payee_name: string;
  payee_account: string;
  bank_remark: string;
  enabled: boolean;
  version: Generated<number>;
}

interface CollectCoinsTable {
  id: GeneratedAlways<bigint>;
  name: string;
  /** Units per dollar; null while the operator has set none. */
  usd_price: string | null;
  usd_price_at: Date | null;
  /** Names of those who set the price; null where it is unknown. */
  usd_price_by: string | null;
  enabled: boolean;
  version: Generated<number>;
}

/** Versions of receiving accounts that were shown to users; `until` is null while one is shown. */
interface ShownAccountsTable extends Omit<ReceivingAccountsTable, 'id' | 'enabled' | 'version'> {
  account_id: bigint;
  version: number;
  since: Generated<Date>;
  until: Date | null;
}

interface DrawCurrenciesTable {
  id: GeneratedAlways<bigint>;
  type: number;
  code: string;
  protocol: string;
  draw_rate: bigint;
  fee_type: number;
  /** A decimal with up to 16 places. */
  usd_price: string;
  decimals: number;
  enabled: boolean;
  version: Generated<number>;
}

export interface DepositsTable {
  id: GeneratedAlways<bigint>;
  user_id: bigint;
  type: number;
  amount: bigint;
  target_id: bigint;
  currency_code: string;
  protocol_code: string;
  paid_to: string;
  proof_img: string;
  /** SHA-256 of the picture. */
  proof_hash: Generated<Buffer | null>;
  /** The numbering to which `transaction_id` belongs. */
  network: GeneratedAlways<string>;
  /** See `readTransactionId`; empty where it is unknown. */
  transaction_id: Generated<string>;
  /** `transaction_id` without the number of an output. */
  transfer: GeneratedAlways<string>;
  /** The transfer that was credited, see `transferOf`; null before the credit. */
  credited_as: Generated<string | null>;
  /** The reported amount in the currency of the bank account; null for coins. */
  sent: string | null;
  usd_price: string | null;
  usd_price_at: Date | null;
  /** Names of those who set `usd_price`; null for coins and where it is unknown. */
  usd_price_by: string | null;
  /** The amount that arrived, in the currency of `sent`, for coins in dollars; null while undecided. */
  received: Generated<string | null>;
  /** Micro-dollars that staff credited; null while undecided and for deposits of earlier versions. */
  credited: Generated<bigint | null>;
  /** Why `credited` differs from `amount`. */
  credit_reason: Generated<string>;
  state: DepositState;
  remark: Generated<string>;
  key: string;
  created_at: Generated<Date>;
  decided_at: Date | null;
  decided_by: bigint | null;
  approved_by: bigint | null;
}

interface DrawMethodsTable {
  id: GeneratedAlways<bigint>;
  user_id: bigint;
  currency_id: bigint;
  dc_address: string;
  bank_name: string;
  bank_address: string;
  bank_swift: string;
  payee_name: string;
  payee_account: string;
  bank_remark: Generated<string>;
  key: string;
  created_at: Generated<Date>;
  removed_at: Date | null;
}

export interface WithdrawalsTable {
  id: GeneratedAlways<bigint>;
  user_id: bigint;
  type: number;
  currency_id: bigint;
  method_id: bigint;
  amount: bigint;
  fee: bigint;
  /** A decimal with the places that the currency had at the request. */
  receipt: string;
  memo: string;
  state: WithdrawalState;
  /** The owner was told of success before the engine decided about the money. */
  accepted: Generated<boolean>;
  refusal: string | null;
  refusal_detail: JSONColumnType<Record<string, string>> | null;
  approvals_needed: number;
  attempt: Generated<number>;
  remark: Generated<string>;
  reference: Generated<string>;
  key: string;
  created_at: Generated<Date>;
  decided_at: Date | null;
  decided_by: bigint | null;
  /** The member of staff who pays it, and since when; null while nobody does. */
  claimed_by: bigint | null;
  claimed_at: Date | null;
}

/** See migrations/006-funding.ts for meanings and units; `version` counts the changes of a record. */
export interface FundingTables {
  charge_networks: {
    id: GeneratedAlways<bigint>;
    currency_code: string;
    protocol_code: string;
    address: string;
    enabled: boolean;
    version: Generated<number>;
  };
  /** `until` is null while the address is shown. */
  charge_addresses: { network_id: bigint; address: string; since: Generated<Date>; until: Date | null };
  collect_coins: CollectCoinsTable;
  shown_accounts: ShownAccountsTable;
  receiving_accounts: ReceivingAccountsTable;
  draw_currencies: DrawCurrenciesTable;
  deposits: DepositsTable;
  draw_methods: DrawMethodsTable;
  withdrawals: WithdrawalsTable;
  withdrawal_approvals: { withdrawal_id: bigint; staff_id: bigint; at: Generated<Date> };
}
