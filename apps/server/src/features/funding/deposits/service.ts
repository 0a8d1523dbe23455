import { type InputOf, type fundingCalls, imageIdOf, imageUrl } from '@fairlot/contract';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { SiteSettings } from '../../../platform/site-settings.ts';
import { readAmount } from '../checks/amount.ts';
import type { TermsQueries } from '../terms/queries.ts';
import type { DepositQueries, DepositRow, NewDeposit } from './queries.ts';

/** Maximum number of undecided deposits per user. */
const MOST_OPEN = 20;

export interface DepositDeps {
  readonly queries: DepositQueries;
  readonly terms: TermsQueries;
  readonly settings: SiteSettings;
}

/** A user's request with its idempotency key. */
export interface UserRequest {
  readonly user: number;
  readonly key: string;
}

type CoinInput = InputOf<typeof fundingCalls.chargeSubmit>;
type WireInput = InputOf<typeof fundingCalls.wireSubmit>;
/** The destination of the money, copied from the operator's terms. */
type Target = Pick<NewDeposit, 'type' | 'target_id' | 'currency_code' | 'protocol_code' | 'paid_to'>;

/** Deposits as users report them. Staff decide on them: see staff/deposit-actions.ts. */
export class DepositService {
  readonly #deps: DepositDeps;

  constructor(deps: DepositDeps) {
    this.#deps = deps;
  }

  async reportCoins(request: UserRequest, input: CoinInput): Promise<Answer<DepositRow>> {
    const { terms } = this.#deps;
    const network = input.charge_id === undefined ? undefined : await terms.network(input.charge_id);
    if (network === undefined || !network.enabled) return this.#unless(request, refuse('network_unavailable'));
    if (!(await terms.wasShown(Number(network.id), input.address))) return refuse('charge_address_unknown');
    const target: Target = {
      type: 0,
      target_id: network.id,
      currency_code: network.currency_code,
      protocol_code: network.protocol_code,
      paid_to: input.address,
    };
    return this.#report(request, input, target);
  }

  async reportWire(request: UserRequest, input: WireInput): Promise<Answer<DepositRow>> {
    if (input.wire_id === undefined) return refuse('no_pay_way');
    const account = (await this.#deps.terms.openAccounts(undefined)).find(({ id }) => Number(id) === input.wire_id);
    if (account === undefined) return this.#unless(request, refuse('no_payment_channel'));
    const target: Target = {
      type: 1,
      target_id: account.id,
      currency_code: account.coin,
      protocol_code: '',
      paid_to: `${account.bank_name}, ${account.payee_name}, ${account.payee_account}`,
    };
    return this.#report(request, input, target);
  }

  async #report(
    { user, key }: UserRequest,
    { number, proofImg }: CoinInput | WireInput,
    target: Target,
  ): Promise<Answer<DepositRow>> {
    const { queries, settings } = this.#deps;
    const amount = readAmount(settings, target.type === 0 ? 'deposit_coin' : 'deposit_bank', number);
    if (!amount.ok) return amount;
    if (proofImg === '') return refuse('proof_missing');
    if (!imageUrl.safeParse(proofImg).success) return refuse('proof_invalid');
    const values: NewDeposit = { ...target, user_id: BigInt(user), key, amount: amount.data, proof_img: proofImg };
    const before = await queries.byKey(user, key);
    if (before !== undefined) return sameAs(before, values);
    if ((await queries.open(user)) >= MOST_OPEN) return refuse('too_many_open_requests');
    const row = await queries.insert(values, imageIdOf(proofImg));
    if (row === 'no_image') return refuse('proof_invalid');
    if (row !== 'key_taken') return done(row, 'deposit_submitted');
    const twin = await queries.byKey(user, key);
    return twin === undefined ? refuse('internal') : sameAs(twin, values);
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
    row.paid_to === values.paid_to;
  return same ? done(row, 'deposit_submitted') : refuse('key_reused');
}
