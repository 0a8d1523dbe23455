import { STAFF_ROLES, type StaffRole } from '@fairlot/contract';
import fc from 'fast-check';
import { type Bank, boundAddress, reported } from './money.ts';
import { type Colleague, enter } from './office.ts';
import { type RealUser, query, registerUser } from './real-user.ts';
import { TERMS_STEPS, TermsWalk } from './terms-walk.ts';

/** A step of one person who acts under every name that this person can get. Indexes choose among what exists. */
export type Step = {
  readonly kind: (typeof KINDS)[number];
  readonly actor: number;
  readonly target: number;
  readonly user: number;
  readonly dollars: number;
  readonly roles: readonly StaffRole[];
};

const KINDS = [
  'wait',
  'adjust',
  'decideAdjustment',
  'reportAndCredit',
  'credit',
  'draw',
  'approve',
  'approve',
  'pay',
  'pay',
  'giveBack',
  'takeBack',
  'invite',
  'relink',
  'setRoles',
  'changeLimits',
  'decideProposal',
  'confirm',
  'disable',
  'enable',
  ...TERMS_STEPS,
] as const;

/** Any step, with the amounts and roles with which a limit can be exceeded. */
export const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...KINDS),
  actor: fc.nat(99),
  target: fc.nat(99),
  user: fc.nat(99),
  dollars: fc.constantFrom(1, 900, 2500, 4999, 5000, 5001, 30_000),
  roles: fc.constantFrom<readonly StaffRole[]>(STAFF_ROLES, ['finance'], ['administrator', 'finance'], ['support']),
});

interface Move {
  readonly at: number;
  readonly amount: number;
}

/** One dishonest person with all rights, an accomplice with two accounts, and all the money that moves. */
export class OnePersonWalk {
  readonly #bank: Bank;
  readonly #actors: Colleague[] = [];
  readonly #users: { readonly user: RealUser; readonly method: number }[] = [];
  readonly #seen = new Set<string>();
  readonly terms: TermsWalk;
  readonly moves: Move[] = [];
  readonly limits: { readonly at: number; readonly day: number; readonly week: number }[] = [];

  private constructor(bank: Bank, person: Colleague, terms: TermsWalk) {
    this.#bank = bank;
    this.terms = terms;
    this.#actors.push(person);
  }

  static async start(bank: Bank, person: Colleague): Promise<OnePersonWalk> {
    return new OnePersonWalk(bank, person, await TermsWalk.start(bank));
  }

  get names(): number {
    return this.#actors.length;
  }

  /** Adds fresh accounts of the accomplice, and puts the payment terms back. */
  async open(): Promise<void> {
    await this.terms.restore();
    for (let count = 0; count < 2; count += 1) {
      const user = await registerUser(this.#bank.server);
      this.#users.push({ user, method: await boundAddress(this.#bank, user) });
    }
    await this.observe();
  }

  async take(step: Step): Promise<void> {
    if (step.kind === 'wait') this.#bank.clock.time += (1 + (step.target % 30)) * 3600_000;
    else await this.#act(step);
    await this.observe();
  }

  /** Notes the limits and payment terms in force, and money that has moved since the last look. */
  async observe(): Promise<void> {
    const { server, clock } = this.#bank;
    await this.terms.observe();
    const rows = await query<{ name: string; amount: string }>(
      server,
      `select 'd' || id as name, coalesce(credited, amount) as amount from deposits where state = 'finished'
        union all select 'a' || id, abs(amount) from adjustments where state = 'done'
        union all select 'w' || id, amount from withdrawals where state = 'paid'`,
    );
    for (const { name, amount } of rows) {
      if (this.#seen.has(name)) continue;
      this.#seen.add(name);
      this.moves.push({ at: clock.time, amount: Number(amount) / 1e6 });
    }
    const stored = await query<{ key: string; value: string }>(
      server,
      `select key, value from site_settings where key like 'two_person%'`,
    );
    const valueOf = (key: string, other: string): number =>
      Number(JSON.parse(stored.find((row) => row.key === key)?.value ?? other));
    this.limits.push({
      at: clock.time,
      day: valueOf('two_person_amount', '"5000"'),
      week: valueOf('two_person_week_amount', '"20000"'),
    });
  }

  async #act({ kind, actor, target, user, dollars, roles }: Step): Promise<void> {
    const { server } = this.#bank;
    const chosen = this.#users.at(-1 - (user % 2));
    if (chosen === undefined) throw new Error('the accomplice has no account');
    const amount = String(dollars);
    const pick = async (table: string, states: readonly string[]): Promise<number> => {
      const rows = await query<{ id: string }>(
        server,
        `select id from ${table} where state = any($1) order by id desc limit 6`,
        [states],
      );
      return Number(rows[target % Math.max(1, rows.length)]?.id ?? 0);
    };
    const call = (name: Parameters<Colleague['call']>[0], input: Readonly<Record<string, unknown>>) =>
      this.#call(actor, name, input);
    const staff = (await query<{ id: string }>(server, 'select id from staff order by id')).map(({ id }) => Number(id));
    const member = staff[target % staff.length];
    switch (kind) {
      case 'adjust':
        return void (await call('officeAdjust', { user_id: chosen.user.id, amount, memo: 'a gift' }));
      case 'decideAdjustment':
        return void (await call('officeDecideAdjustment', {
          id: await pick('adjustments', ['waiting']),
          approve: true,
        }));
      case 'reportAndCredit':
        return void (await call('depositFinish', { id: await this.#reported(chosen.user, amount) }));
      case 'credit':
        return void (await call('depositFinish', {
          id: await pick('deposits', ['unchecked']),
          number: amount,
          reason: 'more arrived',
        }));
      case 'draw':
        return void (await server.call(
          'draw',
          {
            draw_currency_id: this.#bank.coin,
            number: amount,
            memo: '',
            draw_method_id: chosen.method,
            password: chosen.user.password,
          },
          { token: chosen.user.token },
        ));
      case 'approve':
        return void (await call('withdrawalApprove', { id: await pick('withdrawals', ['review']) }));
      case 'pay':
        return this.#pay(actor, await pick('withdrawals', ['approved']));
      case 'giveBack':
        return void (await call('withdrawalReturn', {
          id: await pick('withdrawals', ['paid']),
          amount,
          reason: 'sent back',
        }));
      case 'takeBack':
        return void (await call('depositReverse', {
          id: await pick('deposits', ['finished']),
          amount,
          reason: 'taken',
        }));
      case 'invite':
        return this.#invite(actor, roles);
      case 'relink':
        return this.#relink(actor, member ?? 0);
      case 'setRoles':
        return void (await call('staffSetRoles', { id: member, roles }));
      case 'changeLimits':
        return this.#changeLimits(actor, dollars);
      case 'decideProposal':
        return void (await call('decideProposal', {
          id: await pick('staff_proposals', ['waiting']),
          approve: user % 5 !== 0,
        }));
      case 'confirm':
        return void (await call('staffConfirm', { id: member }));
      case 'disable':
        return void (await call('staffDisable', { id: member }));
      case 'enable':
        return void (await call('staffEnable', { id: member }));
      case 'wait':
        return undefined;
      case 'disableTerms':
      case 'changeTerms':
      case 'enableTerms':
      case 'approveShown':
        return this.terms.take(kind, target, call);
    }
  }

  /** Most reports wait to be credited; the twenty that may wait are not exceeded. */
  async #reported(user: RealUser, amount: string): Promise<number> {
    await query(
      this.#bank.server,
      `update deposits set state = 'invalid' where state = 'unchecked' and user_id = $1 and id < (select max(id) - 10 from deposits)`,
      [user.id],
    );
    return reported(this.#bank, user, String(Math.max(10, Number(amount))));
  }

  /** Claims and pays. Under another name the claim is taken over first, when it is old enough. */
  async #pay(actor: number, id: number): Promise<void> {
    await this.#call(actor, 'withdrawalClaim', { id, reason: 'it is mine now' });
    await this.#call(actor, 'withdrawalPay', { id, reference: 'tx' });
  }

  async #invite(actor: number, roles: readonly StaffRole[]): Promise<void> {
    if (this.#actors.length >= 8) return;
    const name = `puppet.${this.#bank.clock.time}`;
    const data = await this.#call(actor, 'staffInvite', { name, roles });
    if (data !== null) await this.#enter((data as { readonly token: string }).token, name);
  }

  async #relink(actor: number, id: number): Promise<void> {
    const [row] = await query<{ name: string }>(
      this.#bank.server,
      // The link of a disabled account opens nothing.
      'select name from staff where id = $1 and disabled_at is null',
      [id],
    );
    if (row === undefined) return;
    const data = await this.#call(actor, 'staffNewLink', { id });
    if (data !== null) await this.#enter((data as { readonly token: string }).token, row.name);
  }

  async #changeLimits(actor: number, dollars: number): Promise<void> {
    const read = (await this.#call(actor, 'siteSettings', {})) as { readonly version: number } | null;
    const values = { two_person_amount: String(dollars), two_person_week_amount: String(dollars * 3) };
    await this.#call(actor, 'changeSiteSettings', { version: read?.version ?? 0, values });
  }

  /** Uses a link at once. Its account replaces the one that the person had under this name. */
  async #enter(token: string, name: string): Promise<void> {
    const made = await enter(this.#bank.server, this.#bank.clock, token, name);
    const at = this.#actors.findIndex((each) => each.name === name);
    this.#actors.splice(at === -1 ? this.#actors.length : at, at === -1 ? 0 : 1, made);
  }

  /** Makes a call; signs in again when the session has expired. Null after a refusal. */
  async #call(
    actor: number,
    name: Parameters<Colleague['call']>[0],
    input: Readonly<Record<string, unknown>>,
  ): Promise<unknown> {
    const at = actor % this.#actors.length;
    const who = this.#actors[at];
    if (who === undefined) return null;
    const first = (await who.call(name, input)).envelope;
    if (first.reason !== 'session_invalid') return first.data;
    const { answer, cookie } = await this.#bank.office.signIn(who);
    if (cookie === undefined || answer.envelope.code !== 1) return null;
    const again: Colleague = {
      ...who,
      cookie,
      call: (call, given = {}, options = {}) => who.call(call, given, { cookie, ...options }),
    };
    this.#actors[at] = again;
    return (await again.call(name, input)).envelope.data;
  }
}

/** The largest sum of the moves within any window of this length, and the largest limit in force in that window. */
export function worstWindow(
  moves: readonly Move[],
  limits: readonly { readonly at: number; readonly limit: number }[],
  windowMs: number,
): readonly { readonly sum: number; readonly limit: number }[] {
  return moves.map(({ at }) => {
    const from = at - windowMs;
    const before = limits.findLast((each) => each.at <= from);
    const inside = limits.filter((each) => each.at > from && each.at <= at);
    return {
      sum: moves.reduce((sum, move) => (move.at > from && move.at <= at ? sum + move.amount : sum), 0),
      limit: Math.max(...[...(before === undefined ? [] : [before]), ...inside].map(({ limit }) => limit)),
    };
  });
}
