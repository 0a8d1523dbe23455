/**
 * Every answer code and its reason. Ranges: 1xxx request, 2xxx account and sign-in, 3xxx trading, 4xxx funding,
 * 5xxx identity, 9xxx platform. 1 is success and 999 an invalid session.
 */
export const CODES = {
  ok: 1,
  session_invalid: 999,

  bad_request: 1000,
  unknown_path: 1001,
  body_too_large: 1002,
  unsupported_type: 1003,
  too_many_requests: 1004,
  idempotency_key_invalid: 1005,
  key_reused: 1006,
  state_change_refused: 1007,
  unknown_topic: 1008,
  too_many_subscriptions: 1009,
  malformed_message: 1010,

  sign_in_required: 2000,
  real_account_required: 2001,
  not_a_demo_account: 2002,
  unknown_account: 2003,
  account_exists: 2004,
  demo_limit_reached: 2005,

  staff_role_required: 2100,
  second_factor_required: 2101,
  staff_sign_in_refused: 2102,
  link_invalid: 2103,
  staff_password_known: 2104,
  staff_name_taken: 2105,
  last_administrator: 2106,
  unknown_staff: 2107,
  second_factor_wrong: 2108,
  second_person_required: 2109,
  record_changed: 2110,
  unknown_record: 2111,
  unknown_user: 2112,
  export_too_large: 2113,

  unknown_instrument: 3000,
  lots_below_minimum: 3001,
  lots_above_maximum: 3002,
  lots_off_step: 3003,
  leverage_not_listed: 3004,
  leverage_not_configured: 3005,
  price_required: 3006,
  price_invalid: 3007,
  price_off_grid: 3008,
  price_out_of_range: 3009,
  price_worse_than_accepted: 3010,
  stop_loss_wrong_side: 3011,
  take_profit_wrong_side: 3012,
  market_closed: 3013,
  market_data_missing: 3014,
  market_data_stale: 3015,
  insufficient_margin: 3016,
  too_many_orders: 3017,
  unknown_order: 3018,
  order_not_open: 3019,
  order_not_pending: 3020,
  lots_invalid: 3021,
  instrument_in_use: 3022,

  insufficient_balance: 4000,
  amount_not_positive: 4001,
  withdrawal_exists: 4002,
  withdrawal_not_held: 4003,
  amount_invalid: 4004,
  amount_below_minimum: 4005,
  amount_above_maximum: 4006,
  no_pay_way: 4007,
  no_payment_channel: 4008,
  network_unavailable: 4009,
  charge_address_unknown: 4010,
  proof_missing: 4011,
  proof_invalid: 4012,
  verification_required: 4013,
  collection_account_missing: 4014,
  draw_currency_unavailable: 4015,
  coin_address_invalid: 4016,
  bank_account_invalid: 4017,
  swift_invalid: 4018,
  bank_fields_missing: 4019,
  too_many_methods: 4020,
  unknown_method: 4021,
  unknown_withdrawal: 4022,
  fee_exceeds_amount: 4023,
  too_many_open_requests: 4024,
  deposit_decided: 4025,

  internal: 9000,
  not_ready: 9001,
  overloaded: 9002,
} as const;

/** A stable key that says why; catalogues translate it, programs may rely on it. */
export type Reason = keyof typeof CODES;

/** What every HTTP answer looks like. */
export interface Envelope<Data> {
  readonly code: number;
  readonly msg: string;
  readonly data: Data;
  readonly reason: Reason;
  /** Figures that belong to a refusal, such as the nearest allowed price; decimal strings by name. */
  readonly detail?: Readonly<Record<string, string>>;
}
