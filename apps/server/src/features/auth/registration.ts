import type { InputOf, authCalls } from '@fairlot/contract';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { type Answer, refuse } from '../../http/answer.ts';
import type { CallContext } from '../../http/calls.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Passwords } from '../../security/passwords.ts';
import { areaById } from './areas.ts';
import { CodeStore } from './code-store.ts';
import { codeRequesterOf } from './codes.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { type NewUser, type User, UserQueries } from './queries.ts';
import type { IssuedSession, SessionIssuer } from './session-issuer.ts';
import { type Target, countryOfMobile, readTarget } from './target.ts';
import type { AccountTerms } from './terms.ts';
import { passwordProblem } from './weak-passwords.ts';

type Input = InputOf<typeof authCalls.register>;

export interface RegistrationDeps {
  readonly db: Kysely<Tables>;
  readonly passwords: Passwords;
  readonly issuer: SessionIssuer;
  readonly throttle: LoginThrottle;
  readonly terms: AccountTerms;
  readonly clock: Clock;
}

/** Opens real accounts. */
export class Registration {
  readonly #deps: RegistrationDeps;

  constructor(deps: RegistrationDeps) {
    this.#deps = deps;
  }

  /**
   * Registers and signs in. The answers don't reveal whether an address has an account: its owner was sent a notice
   * without a code. A repeated request (same key) gets the answer of the first.
   */
  async register(input: Input, context: CallContext): Promise<Answer<IssuedSession>> {
    const target = this.#checked(input, context);
    if (!target.ok) return target;
    const attempt = this.#deps.throttle.pass(target.data.address, context.address, input);
    if ('ok' in attempt) return attempt;
    const inviter = input.invite_code === '' ? null : await new UserQueries(this.#deps.db).inviter(input.invite_code);
    if (inviter === undefined) {
      attempt.forgotten();
      return refuse('invite_code_unknown');
    }
    const passwordHash = await this.#deps.passwords.hash(input.password);
    const newUser: NewUser = {
      target: target.data,
      passwordHash,
      inviter,
      area: areaById(input.area_id)?.code ?? null,
      language: context.language,
      consentedAt: new Date(this.#deps.clock()),
      statementMail: this.#deps.terms.statementMail(),
    };
    const made = await this.#deps.db
      .transaction()
      .execute((transaction) => this.#make(transaction, newUser, input.sms_code, context));
    if (made === 'wrong') return refuse('code_invalid');
    attempt.succeeded();
    return made === 'repeated'
      ? this.#enterAgain(target.data, input.password, context)
      : this.#deps.issuer.issue(made, passwordHash, context);
  }

  /** The checks that don't depend on any account. */
  #checked(input: Input, { address, isLocal }: CallContext): Answer<Target> {
    if (!this.#deps.terms.takesMoney({ isLocal })) return refuse('money_refused');
    const account = input.type === 'mobile' && input.account === '' ? input.mobile : input.account;
    if ([account, input.password, input.re_password, input.sms_code].includes('')) return refuse('please_complete');
    if (input.password !== input.re_password) return refuse('password_inconsistent');
    const area = areaById(input.area_id);
    if (area === undefined) return refuse('area_unknown');
    const target = readTarget(input.type, account, input.area_id);
    if (!target.ok) return target;
    const { terms } = this.#deps;
    const countries = [area.code, countryOfMobile(target.data.address), terms.countryOfAddress(address)];
    if (countries.some((country) => country !== undefined && terms.isExcluded(country)))
      return refuse('country_excluded');
    if (!terms.offers(input.type)) return refuse('way_not_offered');
    if (!input.risk_consent) return refuse('risk_consent_required');
    const problem = passwordProblem(input.password, target.data.address, terms.siteTitle());
    return problem === undefined ? target : refuse(problem);
  }

  /** Uses the code up and creates the user, both or neither. */
  async #make(
    transaction: Transaction<Tables>,
    newUser: NewUser,
    code: string,
    context: CallContext,
  ): Promise<User | 'wrong' | 'repeated'> {
    const store = new CodeStore(transaction, this.#deps.clock());
    const check = await store.tryCode('register', newUser.target.address, code, codeRequesterOf(context));
    if (check !== 'right') return check;
    const user = await new UserQueries(transaction).insertReal(newUser);
    if (user !== undefined) await store.dropUnused(newUser.target.address);
    // A concurrent registration with an earlier code has taken the address.
    return user ?? 'wrong';
  }

  async #enterAgain(target: Target, password: string, context: CallContext): Promise<Answer<IssuedSession>> {
    const known = await new UserQueries(this.#deps.db).credentials(target);
    if (known === undefined || !(await this.#deps.passwords.matches(known.passwordHash, password)))
      return refuse('key_reused');
    return this.#deps.issuer.issue(known.user, known.passwordHash, context);
  }
}
