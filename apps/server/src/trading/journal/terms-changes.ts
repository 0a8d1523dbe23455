import { DEFAULT_GROUPS, type DealingMode, type Group, type GroupId, type Instrument } from '@fairlot/domain';
import type {
  AccountId,
  DealingSet,
  GroupAssigned,
  GroupDefined,
  GroupRemoved,
  InstrumentDefined,
  InstrumentRemoved,
  RulesSet,
  TradingRules,
} from '@fairlot/engine';
import { encode } from './codec.ts';
import { intArray, textLiteral } from './sql-literals.ts';

type TermsEvent =
  InstrumentDefined | InstrumentRemoved | DealingSet | GroupDefined | GroupRemoved | GroupAssigned | RulesSet;

/** A batch's changes of terms: instruments, groups of accounts, rules, and how far instruments are dealt in. */
export class TermsChanges {
  /** Undefined for a removed instrument. */
  readonly #terms = new Map<number, Instrument | undefined>();
  readonly #modes = new Map<number, DealingMode>();
  /** Undefined for a removed group. */
  readonly #groups = new Map<GroupId, Group | undefined>();
  readonly #moved = new Map<AccountId, GroupId>();
  #rules: TradingRules | undefined;

  clear(): void {
    for (const map of [this.#terms, this.#modes, this.#groups, this.#moved]) map.clear();
    this.#rules = undefined;
  }

  add(event: TermsEvent): void {
    if (event.type === 'instrumentDefined') this.#terms.set(event.instrument.id, event.instrument);
    else if (event.type === 'instrumentRemoved') this.#terms.set(event.instrument, undefined);
    else if (event.type === 'dealingSet') this.#modes.set(event.instrument, event.mode);
    else if (event.type === 'groupDefined') this.#groups.set(event.group.id, event.group);
    else if (event.type === 'groupRemoved') this.#groups.set(event.group, undefined);
    else if (event.type === 'groupAssigned') this.#moved.set(event.account, event.group);
    else this.#rules = event.rules;
  }

  statements(shard: number): string[] {
    return [
      this.#movedStatement(),
      ...this.#modeStatements(shard),
      ...this.#termsStatements(shard),
      ...this.#groupStatements(shard),
      this.#rulesStatement(shard),
    ];
  }

  /** The group of an account's kind is not written, so that it follows from the kind. */
  #movedStatement(): string {
    if (this.#moved.size === 0) return '';
    return `update accounts a set account_group = nullif(c.own, case a.kind when 'real' then ${DEFAULT_GROUPS.real} else ${DEFAULT_GROUPS.demo} end)
      from unnest(${intArray([...this.#moved.keys()])}, ${intArray([...this.#moved.values()], 'integer')}) as c (id, own) where a.id = c.id;`;
  }

  #modeStatements(shard: number): string[] {
    return [...this.#modes].map(([instrument, mode]) =>
      mode === 'normal'
        ? `delete from restricted_instruments where shard = ${shard} and instrument = ${instrument};`
        : `insert into restricted_instruments (shard, instrument, mode) values (${shard}, ${instrument}, ${textLiteral(mode)})
      on conflict (shard, instrument) do update set mode = excluded.mode;`,
    );
  }

  #termsStatements(shard: number): string[] {
    return [...this.#terms].map(([id, terms]) =>
      terms === undefined
        ? `delete from instrument_terms where shard = ${shard} and id = ${id};`
        : `insert into instrument_terms (shard, id, terms) values (${shard}, ${id}, ${textLiteral(encode(terms))})
      on conflict (shard, id) do update set terms = excluded.terms;`,
    );
  }

  #groupStatements(shard: number): string[] {
    return [...this.#groups].map(([id, group]) =>
      group === undefined
        ? `delete from account_groups where shard = ${shard} and id = ${id};`
        : `insert into account_groups (shard, id, terms) values (${shard}, ${id}, ${textLiteral(encode(group))})
      on conflict (shard, id) do update set terms = excluded.terms;`,
    );
  }

  #rulesStatement(shard: number): string {
    if (this.#rules === undefined) return '';
    return `insert into trading_rules (shard, rules) values (${shard}, ${textLiteral(encode(this.#rules))})
      on conflict (shard) do update set rules = excluded.rules;`;
  }
}
