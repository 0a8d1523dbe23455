import { type InputOf, type fundingCalls, imageIdOf, imageUrl } from '@fairlot/contract';
import {
  SENT_DECIMALS,
  depositWorth,
  formatDecimal,
  formatUnitsPerDollar,
  parseSentAmount,
  parseUnitsPerDollar,
} from '@fairlot/domain';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { SiteSettings } from '../../../platform/site-settings.ts';
import { readAmount, withinLimits } from '../checks/amount.ts';
import { readTransactionId } from '../checks/transaction-id.ts';
import { priceOf } from '../terms/presenter.ts';
import type { OpenAccount, TermsQueries } from '../terms/queries.ts';
import type { DepositQueries, DepositRow, NewDeposit } from './queries.ts';

export interface DepositDeps {
  readonly queries: DepositQueries;
  readonly terms: TermsQueries;
  readonly settings: SiteSettings;
  /** False where prices are not those of a real market and the operator has not said that money here is play money. */
  readonly takesMoney: boolean;
}

/** A user's request with its idempotency key. */
export interface UserRequest {
  readonly user: number;
  readonly key: string;
}

type CoinInput = InputOf<typeof fundingCalls.chargeSubmit>;
type WireInput = InputOf<typeof fundingCalls.wireSubmit>;
/** The destination of the money, copied from the operator's terms as they were shown, and the amount. */
type Report = Pick<
  NewDeposit,
  | 'type'
  | 'target_id'
  | 'currency_code'
  | 'protocol_code'
  | 'paid_to'
  | 'amount'
  | 'sent'
  | 'usd_price'
  | 'usd_price_at'
  | 'usd_price_by'
>;

/** Deposits as users report them. Staff decide on them: see staff/deposit-actions.ts. */
export class DepositService {
  readonly #deps: DepositDeps;

  constructor(deps: DepositDeps) {
    this.#deps = deps;
  }

  get takesMoney(): boolean {
    return this.#deps.takesMoney;
  }

  async reportCoins(request: UserRequest, input: CoinInput): Promise<Answer<DepositRow>> {
    const { terms, settings } = this.#deps;
    if (!this.#deps.takesMoney) return this.#unless(request, refuse('money_refused'));
    const network = input.charge_id === undefined ? undefined : await terms.network(input.charge_id);
    const wasShown = (lately: boolean): Promise<boolean> =>
      terms.wasShown(Number(network?.id ?? 0), input.address, { lately });
    // Coins may be on their way to a network that was closed since.
    if (network === undefined || (!network.enabled && !(await wasShown(true))))
      return this.#unless(request, refuse('network_unavailable'));
    if (!(await wasShown(false))) return refuse('charge_address_unknown');
    const amount = readAmount(settings, 'deposit_coin', input.number);
    if (!amount.ok) return amount;
    const report: Report = {
      type: 0,
      target_id: network.id,
      currency_code: network.currency_code,
      protocol_code: network.protocol_code,
      paid_to: input.address,
      amount: amount.data,
      sent: null,
      usd_price: null,
      usd_price_at: null,
      usd_price_by: null,
    };
    return this.#report(request, input, report);
  }

  async reportWire(request: UserRequest, input: WireInput): Promise<Answer<DepositRow>> {
    if (!this.#deps.takesMoney) return this.#unless(request, refuse('money_refused'));
    if (input.wire_id === undefined) return refuse('no_pay_way');
    const account = await this.#accountOf(input.wire_id, input.wire_version);
    if (account === undefined) return this.#unless(request, refuse('no_payment_channel'));
    const [price, seen] = [priceOf(account.usd_price), parseUnitsPerDollar(input.usd_price)];
    if (input.usd_price !== '' && seen !== price)
      return this.#unless(request, refuse('rate_changed', { rate: formatUnitsPerDollar(price) }));
    const sent = parseSentAmount(input.number);
    if (sent === undefined) return refuse('amount_invalid');
    const amount = withinLimits(this.#deps.settings, 'deposit_bank', depositWorth(sent, price));
    if (!amount.ok) return amount;
    const report: Report = {
      type: 1,
      target_id: account.id,
      currency_code: account.coin,
      protocol_code: '',
      paid_to: `${account.bank_name}, ${account.payee_name}, ${account.payee_account}`,
      amount: amount.data,
      sent: formatDecimal(sent, SENT_DECIMALS),
      usd_price: account.usd_price,
      usd_price_at: account.usd_price_at,
      usd_price_by: account.usd_price_by,
    };
    return this.#report(request, input, report);
  }

  /** The account as it was shown, or as it is for a program that does not say. */
  async #accountOf(id: number, version: number | undefined): Promise<OpenAccount | undefined> {
    const { terms } = this.#deps;
    if (version !== undefined) return terms.shownAccount(id, version);
    return (await terms.openAccounts(undefined)).find((account) => Number(account.id) === id);
  }

  async #report(
    { user, key }: UserRequest,
    { proofImg, transaction_id: typed }: CoinInput | WireInput,
    report: Report,
  ): Promise<Answer<DepositRow>> {
    const { queries } = this.#deps;
    if (proofImg === '') return refuse('proof_missing');
    if (!imageUrl.safeParse(proofImg).success) return refuse('proof_invalid');
    const transaction = readTransactionId(report, typed);
    if (transaction === undefined) return refuse('transaction_invalid');
    const values: NewDeposit = {
      ...report,
      user_id: BigInt(user),
      key,
      proof_img: proofImg,
      transaction_id: transaction,
    };
    const before = await queries.byKey(user, key);
    if (before !== undefined) return sameAs(before, values);
    const row = await queries.insert(values, imageIdOf(proofImg));
    if (typeof row === 'object') return done(row, 'deposit_submitted');
    const twin = await queries.byKey(user, key);
    if (twin !== undefined) return sameAs(twin, values);
    if (row !== 'no_image' && row !== 'key_taken') return refuse(row);
    return refuse((await queries.hasProof(user, proofImg)) ? 'proof_used' : 'proof_invalid');
  }

  /**
   * Returns the deposit stored under the key, if any: a repeated request gets its first outcome even when the operator
   * has changed the terms since.
   */
  async #unless({ user, key }: UserRequest, refusal: Answer<never>): Promise<Answer<DepositRow>> {
    const before = await this.#deps.queries.byKey(user, key);
    return before === undefined ? refusal : done(before, 'deposit_submitted');
  }
}

function sameAs(row: DepositRow, values: NewDeposit): Answer<DepositRow> {
  const same =
    row.type === values.type &&
    row.target_id === values.target_id &&
    row.amount === values.amount &&
    row.proof_img === values.proof_img &&
    row.paid_to === values.paid_to &&
    row.sent === values.sent &&
    row.transaction_id === values.transaction_id;
  return same ? done(row, 'deposit_submitted') : refuse('key_reused');
}
