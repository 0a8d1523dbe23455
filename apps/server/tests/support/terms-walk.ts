import type { StaffCallName } from '@fairlot/contract';
import { DAY_MS } from '@fairlot/domain';
import type { Bank } from './money.ts';
import type { Colleague } from './office.ts';
import { query } from './real-user.ts';

type Fields = Readonly<Record<string, unknown>>;
type Call = (name: StaffCallName, input: Fields) => Promise<unknown>;

export const TERMS_STEPS = ['disableTerms', 'changeTerms', 'enableTerms', 'approveShown'] as const;
export type TermsStep = (typeof TERMS_STEPS)[number];

interface Target {
  readonly kind: string;
  readonly list: StaffCallName;
  readonly save: StaffCallName;
  readonly id: number;
  /** The terms by which the dishonest person gains. */
  readonly theirs: Fields;
}

/** Payment terms that a dishonest person changes, and an honest administrator who approves by what a proposal shows. */
export class TermsWalk {
  readonly #bank: Bank;
  readonly #targets: readonly Target[];
  /** The tables as they were, with a statement that restores each. */
  readonly #stored: { readonly table: string; readonly rows: readonly Fields[] }[] = [];
  #colleague: Colleague;
  /** Approvals of the colleague. */
  approvals = 0;
  /** Terms of the dishonest person that came into force and were neither approved by sight nor announced for a day. */
  readonly misdirected = new Set<string>();

  private constructor(bank: Bank, targets: readonly Target[]) {
    this.#bank = bank;
    this.#targets = targets;
    this.#colleague = bank.second;
  }

  static async start(bank: Bank): Promise<TermsWalk> {
    const [euro] = await query<{ id: string }>(bank.server, "select id from collect_coins where name = 'EUR'");
    const walk = new TermsWalk(bank, [
      {
        kind: 'network',
        list: 'staffNetworks',
        save: 'networkSave',
        id: bank.network,
        theirs: { address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' },
      },
      {
        kind: 'receiving_account',
        list: 'staffReceivingAccounts',
        save: 'receivingAccountSave',
        id: bank.wire,
        theirs: { payee_account: 'GB29NWBK60161331926819' },
      },
      {
        kind: 'draw_currency',
        list: 'staffCurrencies',
        save: 'currencySave',
        id: bank.coin,
        theirs: { usd_price: '777' },
      },
      {
        kind: 'collect_coin',
        list: 'staffCoins',
        save: 'coinSave',
        id: Number(euro?.id),
        theirs: { usd_price: '0.00777' },
      },
    ]);
    for (const table of ['charge_networks', 'receiving_accounts', 'draw_currencies', 'collect_coins'])
      walk.#stored.push({ table, rows: await query<Fields>(bank.server, `select * from ${table}`) });
    return walk;
  }

  /** Puts the payment terms back, and ends proposals of the sequence before. */
  async restore(): Promise<void> {
    const { server } = this.#bank;
    await query(server, "update staff_proposals set state = 'rejected' where state in ('waiting', 'approved')");
    for (const { table, rows } of this.#stored)
      for (const { id, version: _version, ...row } of rows) {
        const sets = Object.keys(row).map((name, index) => `${name} = $${index + 2}`);
        await query(server, `update ${table} set ${sets.join(', ')}, version = version + 1 where id = $1`, [
          id,
          ...Object.values(row),
        ]);
      }
  }

  /** `call`: as the dishonest person. */
  async take(step: TermsStep, target: number, call: Call): Promise<void> {
    const { list, save, id, theirs } = this.#targets[target % this.#targets.length] as Target;
    if (step === 'approveShown') return this.#approveShown();
    const rows = (await call(list, {})) as readonly { readonly id: number; readonly version: number }[] | null;
    const version = rows?.find((row) => row.id === id)?.version ?? 0;
    const change = { disableTerms: { enabled: false }, changeTerms: theirs, enableTerms: { enabled: true } }[step];
    await call(save, { id, version, ...change });
  }

  /** The colleague approves each change of payment terms that shows nothing of the dishonest person's, and rejects others. */
  async #approveShown(): Promise<void> {
    const list = (await this.#asColleague('proposals', { state: 'waiting' })) as {
      readonly list: readonly { readonly id: number; readonly kind: string; readonly after: string }[];
    } | null;
    for (const { id, kind, after } of list?.list ?? []) {
      const target = this.#targets.find((one) => one.kind === kind);
      if (target === undefined) continue;
      const values = JSON.parse(after) as Fields;
      const approve = Object.entries(target.theirs).every(([name, value]) => values[name] !== value);
      const decided = await this.#asColleague('decideProposal', { id, approve });
      if (approve && decided !== null) this.approvals += 1;
    }
  }

  /** Null when the dishonest person has disabled or taken over the colleague's account. */
  async #asColleague(name: StaffCallName, input: Fields): Promise<unknown> {
    const { server, office, second } = this.#bank;
    const [still] = await query(
      server,
      `select 1 from staff where id = $1 and disabled_at is null and acts_for_id is null and totp_secret is not null
         and roles @> '{administrator}'`,
      [second.id],
    );
    if (still === undefined) return null;
    const first = (await this.#colleague.call(name, input)).envelope;
    if (first.reason !== 'session_invalid') return first.data;
    const { cookie } = await office.signIn(second);
    if (cookie === undefined) return null;
    this.#colleague = {
      ...second,
      cookie,
      call: (call, given = {}, options = {}) => second.call(call, given, { cookie, ...options }),
    };
    return (await this.#colleague.call(name, input)).envelope.data;
  }

  /** Notes terms of the dishonest person in force. The rate of a disabled currency counts for accounts shown lately. */
  async observe(): Promise<void> {
    const { server } = this.#bank;
    const inForce = await query<{ kind: string; id: string; value: string }>(
      server,
      `select 'network' as kind, id, address as value from charge_networks where enabled
        union all select 'receiving_account', id, payee_account from receiving_accounts where enabled
        union all select 'draw_currency', id, trim_scale(usd_price::numeric)::text from draw_currencies where enabled
        union all select 'collect_coin', id, trim_scale(usd_price::numeric)::text from collect_coins where usd_price is not null`,
    );
    for (const { kind, id, theirs } of this.#targets) {
      const value = String(Object.values(theirs)[0]);
      if (!inForce.some((row) => row.kind === kind && Number(row.id) === id && row.value === value)) continue;
      const announced = await query(
        server,
        `select 1 from staff_proposals where kind = $1 and subject_id = $2 and state = 'done' and alone
           and position($3 in after) > 0 and effective_at >= created_at + $4 * interval '1 millisecond'`,
        [kind, id, JSON.stringify(value), DAY_MS],
      );
      if (announced.length === 0) this.misdirected.add(`${kind}: ${value}`);
    }
  }
}
