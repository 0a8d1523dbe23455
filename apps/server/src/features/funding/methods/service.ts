import type { InputOf, OutputOf, fundingCalls } from '@fairlot/contract';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { UserContext } from '../../../http/calls.ts';
import type { Clock } from '../../../platform/clock.ts';
import { readAccountNumber, readSwift } from '../checks/bank-account.ts';
import { isCoinAddress } from '../checks/coin-address.ts';
import type { OwnerCheck, TellOwner } from '../ports.ts';
import type { Currency, TermsQueries } from '../terms/queries.ts';
import type { MethodQueries, MethodRow, NewMethod } from './queries.ts';

/** Maximum number of bound methods per user. */
const MOST_BOUND = 20;

type Input = InputOf<typeof fundingCalls.bindDrawMethod>;
const DETAILS = [
  'dc_address',
  'bank_name',
  'bank_address',
  'bank_swift',
  'payee_name',
  'payee_account',
  'bank_remark',
] as const;
type Details = Pick<NewMethod, (typeof DETAILS)[number]>;

export interface MethodDeps {
  readonly queries: MethodQueries;
  readonly terms: TermsQueries;
  readonly owner: OwnerCheck;
  readonly clock: Clock;
  readonly tellOwner: TellOwner;
}

/** Binds and removes the addresses and bank accounts to which a user may withdraw. */
export class MethodService {
  readonly #deps: MethodDeps;

  constructor(deps: MethodDeps) {
    this.#deps = deps;
  }

  /** Binds a method with the owner's proof. A repeat under the same key needs none, because its code is used up. */
  bind(context: UserContext, input: Input): Promise<Answer<MethodRow>> {
    return this.#deps.owner.inTurn(context.session.account, () => this.#bind(context, input));
  }

  async remove(user: number, id: number): Promise<Answer<Record<string, never>>> {
    return (await this.#deps.queries.remove(user, id)) ? done({}, 'method_removed') : refuse('unknown_method');
  }

  async #bind(context: UserContext, input: Input): Promise<Answer<MethodRow>> {
    const { queries, terms, owner, clock, tellOwner } = this.#deps;
    const { session, key } = context;
    const user = session.account;
    const currency = input.draw_id === undefined ? undefined : await terms.currency(input.draw_id);
    if (currency === undefined || !currency.enabled || String(currency.type) !== input.type)
      return refuse('draw_currency_unavailable');
    const details = currency.type === 1 ? readAddress(currency, input) : readAccount(input);
    if (!details.ok) return details;
    const before = await queries.byKey(user, key);
    let row = before;
    if (before === undefined) {
      if ((await queries.count(user)) >= MOST_BOUND) return refuse('too_many_methods');
      const refusal = await owner.confirm(context, input);
      if (refusal !== undefined) return refusal;
      const created = { user_id: BigInt(user), currency_id: currency.id, key, created_at: new Date(clock()) };
      const inserted = await queries.insert({ ...created, ...details.data });
      if (inserted.isNew) tellOwner(user, 'method_bound');
      row = inserted.row;
    }
    if (row === undefined) return refuse('internal');
    if (row.currency_id === currency.id && DETAILS.every((field) => row[field] === details.data[field]))
      return done(row, 'method_bound');
    // Bound methods are immutable: to change the details, the user removes the method and binds a new one.
    return refuse(row.key === key ? 'key_reused' : 'record_exists');
  }
}

function readAddress(currency: Currency, { dc_address: address }: Input): Answer<Details> {
  if (!isCoinAddress(currency.protocol === '' ? currency.code : currency.protocol, address))
    return refuse('coin_address_invalid');
  return done({
    dc_address: address,
    bank_name: '',
    bank_address: '',
    bank_swift: '',
    payee_name: '',
    payee_account: '',
    bank_remark: '',
  });
}

function readAccount({
  bank_name: bank,
  bank_address: branch,
  bank_swift: swift,
  payee_name: payee,
  payee_account: account,
  bank_remark: remark,
}: Input): Answer<Details> {
  if (bank === '' || payee === '' || account === '') return refuse('bank_fields_missing');
  const number = readAccountNumber(account);
  if (number === undefined) return refuse('bank_account_invalid');
  const code = readSwift(swift);
  if (code === undefined) return refuse('swift_invalid');
  return done({
    dc_address: '',
    bank_name: bank,
    bank_address: branch,
    bank_swift: code,
    payee_name: payee,
    payee_account: number,
    bank_remark: remark,
  });
}

/** `usableFrom`: absent when withdrawals to the method can be requested. */
export function presentMethod(
  row: MethodRow,
  usableFrom: Date | undefined,
): OutputOf<typeof fundingCalls.bindDrawMethod> {
  const {
    id,
    type,
    dc_address,
    payee_account,
    payee_name,
    bank_name,
    bank_address,
    bank_swift,
    bank_remark,
    currency_id,
    code,
    protocol,
  } = row;
  return {
    id: Number(id),
    type,
    dc_address,
    payee_account,
    payee_name,
    bank_name,
    bank_address,
    bank_swift,
    bank_remark,
    draw_currency: { id: Number(currency_id), code, protocol },
    usable_from: usableFrom?.toISOString() ?? null,
  };
}
