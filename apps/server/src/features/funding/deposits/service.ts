import { imageIdOf, imageUrl } from '@fairlot/contract';
import type { InputOf, fundingCalls } from '@fairlot/contract';
import { asMoney } from '@fairlot/domain';
import type { Answer } from '../../../platform/answer.ts';
import { done, refuse } from '../../../platform/answer.ts';
import type { SiteSettings } from '../../../platform/site-settings.ts';
import type { TradingHost } from '../../../trading/port.ts';
import { readAmount } from '../checks/amount.ts';
import type { TermsQueries } from '../terms/queries.ts';
import type { DepositQueries, DepositRow, NewDeposit } from './queries.ts';

/** Deposits of one user that may wait to be checked at a time. */
const MOST_OPEN = 20;

export interface DepositDeps {
  readonly queries: DepositQueries;
  readonly terms: TermsQueries;
  readonly settings: SiteSettings;
  readonly trading: TradingHost;
}

/** Who asks, and under which idempotency key. */
export interface Asker {
  readonly user: number;
  readonly key: string;
}

type CoinInput = InputOf<typeof fundingCalls.chargeSubmit>;
type WireInput = InputOf<typeof fundingCalls.wireSubmit>;
/** Where the money went, as the operator's terms have it. */
type Target = Pick<NewDeposit, 'type' | 'target_id' | 'currency_code' | 'protocol_code' | 'paid_to'>;

/**
 * Deposits: reported by users, decided by staff. To finish one is first written down as decided (crediting), then done by
 * an engine command whose key is the deposit's number, then written down as done. Wherever that breaks off, doing it again
 * ends in the same place.
 */
export class DepositService {
  private readonly deps: DepositDeps;

  constructor(deps: DepositDeps) {
    this.deps = deps;
  }

  async reportCoins(asker: Asker, input: CoinInput): Promise<Answer<DepositRow>> {
    const { terms } = this.deps;
    const network = input.charge_id === undefined ? undefined : await terms.network(input.charge_id);
    if (network === undefined || !network.enabled) return this.unless(asker, refuse('network_unavailable'));
    if (!(await terms.wasShown(Number(network.id), input.address))) return refuse('charge_address_unknown');
    const target: Target = {
      type: 0,
      target_id: network.id,
      currency_code: network.currency_code,
      protocol_code: network.protocol_code,
      paid_to: input.address,
    };
    return this.report(asker, input, target);
  }

  async reportWire(asker: Asker, input: WireInput): Promise<Answer<DepositRow>> {
    if (input.wire_id === undefined) return refuse('no_pay_way');
    const account = (await this.deps.terms.openAccounts(undefined)).find(({ id }) => Number(id) === input.wire_id);
    if (account === undefined) return this.unless(asker, refuse('no_payment_channel'));
    const target: Target = {
      type: 1,
      target_id: account.id,
      currency_code: account.coin,
      protocol_code: '',
      paid_to: `${account.bank_name}, ${account.payee_name}, ${account.payee_account}`,
    };
    return this.report(asker, input, target);
  }

  private async report(
    { user, key }: Asker,
    { number, proofImg }: CoinInput | WireInput,
    target: Target,
  ): Promise<Answer<DepositRow>> {
    const { queries, settings } = this.deps;
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

  /** The first outcome under a key stays the outcome, whatever the operator has changed since. */
  private async unless({ user, key }: Asker, refusal: Answer<never>): Promise<Answer<DepositRow>> {
    const before = await this.deps.queries.byKey(user, key);
    return before === undefined ? refusal : done(before, 'deposit_submitted');
  }

  /** Credits it; the same answer for everybody who asks, however often. */
  async finish(id: number, staff: number): Promise<Answer<DepositRow>> {
    const { queries } = this.deps;
    const moved = await queries.move(id, 'unchecked', 'crediting', { staff });
    const row = moved ?? (await queries.byId(id));
    if (row === undefined) return refuse('unknown_record');
    if (row.state === 'finished') return done(row);
    return row.state === 'crediting' ? this.settle(row) : refuse('deposit_decided');
  }

  /** Rejects it or calls it invalid, with the reason that the user reads; the same answer for the same decision of the same person. */
  async turnDown(id: number, to: 'rejected' | 'invalid', staff: number, remark: string): Promise<Answer<DepositRow>> {
    const { queries } = this.deps;
    const moved = await queries.move(id, 'unchecked', to, { staff, remark });
    const row = moved ?? (await queries.byId(id));
    if (row === undefined) return refuse('unknown_record');
    // Whoever lost the answer and asks again reads the outcome, not a quarrel with himself.
    const isRepeated = row.state === to && row.remark === remark && Number(row.decided_by) === staff;
    return moved !== undefined || isRepeated ? done(row) : refuse('deposit_decided');
  }

  /** Brings what was decided and not known to be done to its end: after a crash, or when the trading core was away. */
  async reconcile(): Promise<void> {
    for (const id of await this.deps.queries.unsettled()) {
      const row = await this.deps.queries.byId(id);
      if (row?.state === 'crediting') await this.settle(row);
    }
  }

  private async settle(row: DepositRow): Promise<Answer<DepositRow>> {
    const { queries, trading } = this.deps;
    const id = Number(row.id);
    const outcome = await trading.submit({
      type: 'deposit',
      account: Number(row.user_id),
      key: `deposit:${id}`,
      amount: asMoney(row.amount),
      reference: id,
    });
    // It stays decided: the next to ask, or the reconciliation, goes on from here.
    if (!outcome.ok) return refuse(outcome.reason, outcome.detail);
    const finished = (await queries.move(id, 'crediting', 'finished')) ?? (await queries.byId(id));
    return finished === undefined ? refuse('internal') : done(finished);
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
