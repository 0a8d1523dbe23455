import type { InputOf, authCalls } from '@fairlot/contract';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { Answer } from '../../platform/answer.ts';
import { refuse } from '../../platform/answer.ts';
import type { CallContext } from '../../platform/calls.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { areaById } from './areas.ts';
import { CodeBook } from './code-book.ts';
import { askerOf } from './codes.ts';
import type { Entered, Entrance } from './entrance.ts';
import type { Gate } from './gate.ts';
import { UserQueries } from './queries.ts';
import type { NewUser, User } from './queries.ts';
import { countryOfMobile, readTarget } from './target.ts';
import type { Target } from './target.ts';
import type { AccountTerms } from './terms.ts';
import { passwordProblem } from './weak-passwords.ts';

type Input = InputOf<typeof authCalls.register>;

export interface RegistrationDeps {
  readonly db: Kysely<Tables>;
  readonly passwords: Passwords;
  readonly entrance: Entrance;
  readonly gate: Gate;
  readonly terms: AccountTerms;
  readonly clock: Clock;
}

/** Opens real accounts. */
export class Registration {
  private readonly deps: RegistrationDeps;

  constructor(deps: RegistrationDeps) {
    this.deps = deps;
  }

  /**
   * Registers and signs in. Nothing in the answers tells whether an address has an account: who has one was sent no code
   * that would be right. A repeated request (same key) is answered like the first.
   */
  async register(input: Input, context: CallContext): Promise<Answer<Entered>> {
    const target = this.checked(input, context.address);
    if (!target.ok) return target;
    const attempt = this.deps.gate.pass(target.data.address, context.address, input);
    if ('ok' in attempt) return attempt;
    const inviter = input.invite_code === '' ? null : await new UserQueries(this.deps.db).inviter(input.invite_code);
    if (inviter === undefined) {
      attempt.forgotten();
      return refuse('invite_code_unknown');
    }
    const passwordHash = await this.deps.passwords.hash(input.password);
    const newUser: NewUser = {
      target: target.data,
      passwordHash,
      inviter,
      area: areaById(input.area_id)?.code ?? null,
      language: context.language,
      consentedAt: new Date(this.deps.clock()),
    };
    const made = await this.deps.db
      .transaction()
      .execute((transaction) => this.make(transaction, newUser, input.sms_code, context));
    if (made === 'wrong') return refuse('code_invalid');
    attempt.succeeded();
    return made === 'repeated'
      ? this.enterAgain(target.data, input.password, context)
      : this.deps.entrance.enter(made, passwordHash, context);
  }

  /** What can be said without looking at anybody's account. */
  private checked(input: Input, address: string): Answer<Target> {
    const account = input.type === 'mobile' && input.account === '' ? input.mobile : input.account;
    if ([account, input.password, input.re_password, input.sms_code].includes('')) return refuse('please_complete');
    if (input.password !== input.re_password) return refuse('password_inconsistent');
    const area = areaById(input.area_id);
    if (area === undefined) return refuse('area_unknown');
    const target = readTarget(input.type, account, input.area_id);
    if (!target.ok) return target;
    const { terms } = this.deps;
    const countries = [area.code, countryOfMobile(target.data.address), terms.countryOfAddress(address)];
    if (countries.some((country) => country !== undefined && terms.isExcluded(country)))
      return refuse('country_excluded');
    if (!terms.offers(input.type)) return refuse('way_not_offered');
    if (!input.risk_consent) return refuse('risk_consent_required');
    const problem = passwordProblem(input.password, target.data.address);
    return problem === undefined ? target : refuse(problem);
  }

  /** Uses the code up and makes the user, both or neither. */
  private async make(
    transaction: Transaction<Tables>,
    newUser: NewUser,
    code: string,
    context: CallContext,
  ): Promise<User | 'wrong' | 'repeated'> {
    const book = new CodeBook(transaction, this.deps.clock());
    const verdict = await book.tryCode('register', newUser.target.address, code, askerOf(context));
    if (verdict !== 'right') return verdict;
    const user = await new UserQueries(transaction).insertReal(newUser);
    if (user !== undefined) await book.dropUnused(newUser.target.address);
    // Somebody with an earlier code was faster.
    return user ?? 'wrong';
  }

  private async enterAgain(target: Target, password: string, context: CallContext): Promise<Answer<Entered>> {
    const known = await new UserQueries(this.deps.db).credentials(target);
    if (known === undefined || !(await this.deps.passwords.matches(known.passwordHash, password)))
      return refuse('key_reused');
    return this.deps.entrance.enter(known.user, known.passwordHash, context);
  }
}
