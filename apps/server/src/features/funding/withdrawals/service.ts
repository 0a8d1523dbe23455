import type { InputOf, fundingCalls } from '@fairlot/contract';
import {
  MAX_CURRENCY_DECIMALS,
  asMoney,
  formatMoney,
  formatReceipt,
  parseDecimal,
  parseMoney,
  withdrawalFee,
  withdrawalReceipt,
} from '@fairlot/domain';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { UserContext } from '../../../http/calls.ts';
import type { SiteSettings } from '../../../platform/site-settings.ts';
import { readAmount } from '../checks/amount.ts';
import type { MethodQueries, MethodRow } from '../methods/queries.ts';
import type { FundingChecks, OwnerCheck } from '../ports.ts';
import { termsOf } from '../terms/presenter.ts';
import type { TermsQueries } from '../terms/queries.ts';
import type { NewWithdrawal, WithdrawalQueries, WithdrawalRow } from './queries.ts';
import type { Settlement } from './settlement.ts';
import type { Waiting } from './waiting.ts';

/** Maximum number of open withdrawals per user. */
const MOST_OPEN = 20;

export interface WithdrawalDeps {
  readonly queries: WithdrawalQueries;
  readonly methods: MethodQueries;
  readonly terms: TermsQueries;
  readonly settings: SiteSettings;
  readonly settlement: Settlement;
  readonly checks: FundingChecks;
  readonly owner: OwnerCheck;
  readonly waiting: Waiting;
}

type Input = InputOf<typeof fundingCalls.draw>;

/** Requests and cancels withdrawals for users. */
export class WithdrawalService {
  readonly #deps: WithdrawalDeps;

  constructor(deps: WithdrawalDeps) {
    this.#deps = deps;
  }

  /**
   * Freezes the amount, fee included, and submits the withdrawal for review, with the owner's proof. A repeat under the
   * same key needs none, because its code is used up.
   */
  ask(context: UserContext, input: Input): Promise<Answer<WithdrawalRow>> {
    return this.#deps.owner.inTurn(context.session.account, () => this.#ask(context, input));
  }

  /** Cancels a withdrawal that is under review. */
  async cancel(user: number, id: number): Promise<Answer<WithdrawalRow>> {
    const { queries, settlement } = this.#deps;
    const found = await queries.byId(id);
    if (found === undefined || Number(found.user_id) !== user || found.state === 'refused')
      return refuse('unknown_withdrawal');
    if (found.state === 'holding') return refuse('not_ready');
    const row = (await queries.move(found, ['review'], 'cancelling', { decidedBy: null })) ?? (await queries.byId(id));
    if (row?.state === 'cancelled') return done(row);
    return row?.state === 'cancelling' ? settlement.settle(row) : refuse('withdrawal_not_held');
  }

  /** Tells whether the settings require a verified identity that this user lacks. */
  async needsVerification(user: number): Promise<boolean> {
    return this.#deps.settings.get('withdrawal_needs_verification') && !(await this.#deps.checks.isVerified(user));
  }

  async #ask(context: UserContext, input: Input): Promise<Answer<WithdrawalRow>> {
    const { queries, settlement, waiting, owner } = this.#deps;
    const { session, key } = context;
    const user = session.account;
    const before = await queries.byKey(user, key);
    if (before !== undefined) return this.#again(before, input);
    if (await this.needsVerification(user)) return refuse('verification_required');
    const method =
      input.draw_method_id === undefined ? undefined : await this.#deps.methods.own(user, input.draw_method_id);
    if (method === undefined || Number(method.currency_id) !== input.draw_currency_id)
      return refuse('collection_account_missing');
    const values = await this.#draft(user, key, input, method);
    if (!values.ok) return values;
    if (!isAsSeen(values.data, input))
      return refuse('rate_changed', { fee: formatMoney(asMoney(values.data.fee), 2), receipt: values.data.receipt });
    if ((await queries.open(user)) >= MOST_OPEN) return refuse('too_many_open_requests');
    const refusal = (await waiting.refusal(session, method.created_at)) ?? (await owner.confirm(context, input));
    if (refusal !== undefined) return refusal;
    const row = await queries.insert(values.data);
    if (row !== undefined) return settlement.settle(row);
    const twin = await queries.byKey(user, key);
    return twin === undefined ? refuse('internal') : this.#again(twin, input);
  }

  async #draft(user: number, key: string, input: Input, method: MethodRow): Promise<Answer<NewWithdrawal>> {
    const currency = await this.#deps.terms.currency(Number(method.currency_id));
    if (currency === undefined || !currency.enabled) return refuse('draw_currency_unavailable');
    const amount = readAmount(
      this.#deps.settings,
      currency.type === 1 ? 'withdraw_coin' : 'withdraw_bank',
      input.number,
    );
    if (!amount.ok) return amount;
    const terms = termsOf(currency);
    const fee = withdrawalFee(terms, amount.data);
    if (fee >= amount.data) return refuse('fee_exceeds_amount', { fee: formatMoney(fee, 2) });
    const receipt = withdrawalReceipt(terms, amount.data);
    // A price or decimals that turn the amount into nothing are an error of the operator, not of the user.
    if (receipt === 0n) return refuse('draw_currency_unavailable');
    return done({
      user_id: BigInt(user),
      key,
      type: currency.type,
      currency_id: currency.id,
      method_id: method.id,
      amount: amount.data,
      fee,
      receipt: formatReceipt(receipt, terms),
      memo: input.memo,
      approvals_needed: amount.data > this.#deps.settings.money('two_person_amount') ? 2 : 1,
    });
  }

  /** Returns the first outcome under a key, or refuses when the request differs. */
  async #again(row: WithdrawalRow, { number, memo, draw_method_id: method }: Input): Promise<Answer<WithdrawalRow>> {
    const same = Number(row.method_id) === method && row.memo === memo && parseMoney(number) === row.amount;
    if (!same) return refuse('key_reused');
    return this.#deps.settlement.settle(row);
  }
}

/** True when the withdrawal has the figures that the user saw, or a program that does not say. */
function isAsSeen({ fee, receipt }: NewWithdrawal, seen: Pick<Input, 'fee' | 'real_number'>): boolean {
  const isSameFee = seen.fee === '' || parseMoney(seen.fee) === fee;
  return isSameFee && (seen.real_number === '' || unitsOf(seen.real_number) === unitsOf(receipt));
}

function unitsOf(text: string): bigint | undefined {
  return parseDecimal(text, MAX_CURRENCY_DECIMALS);
}
