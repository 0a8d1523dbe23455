import type { DealingMode, Group, GroupId, Instrument, InstrumentId, Quote } from '@fairlot/domain';
import type {
  AccountId,
  AccountKind,
  ClientCommand,
  Command,
  HostCommand,
  MarketView,
  OrderId,
  Rollover,
  TradingRules,
} from './command.ts';
import { invariant } from './core/invariant.ts';
import { isWatched } from './core/order-edges.ts';
import { type Rulebook, rulebookOf } from './core/rulebook.ts';
import { type Account, type State, plainQuote } from './core/state.ts';
import { accountPositions, accountView } from './core/views.ts';
import { Work } from './core/work.ts';
import { decide } from './decisions/decide.ts';
import { isGroup } from './decisions/groups.ts';
import { inputRefusal } from './decisions/input.ts';
import { refuse } from './decisions/outcomes.ts';
import type { EngineImage, OrderRecord } from './image.ts';
import type { KeyMemory } from './keys/key-memory.ts';
import type { Applied } from './outcome.ts';
import type {
  AccountPositions,
  AccountView,
  GroupHoldings,
  ShownTermsOfGroup,
  Submission,
  TradingEngine,
} from './port.ts';
import { imageOf } from './snapshot/image-of.ts';
import { Expirer } from './expirer.ts';
import { assertConsistent } from './snapshot/restore.ts';
import { hashOf } from './snapshot/state-hash.ts';
import { type Step, Watcher } from './watcher.ts';

/** The engine of one shard over its state. TradingEngine documents its members. */
export class ShardEngine implements TradingEngine {
  readonly #state: State;
  readonly #keys: KeyMemory;
  readonly #rulebook: Rulebook;
  readonly #watcher: Watcher;
  readonly #expirer: Expirer;
  /** The list of `groups` until the next change. */
  #groups: readonly Group[] | undefined;

  /** `slice`: see EngineOptions. */
  constructor(state: State, keys: KeyMemory, rulebook: Rulebook, slice: number) {
    this.#state = state;
    this.#keys = keys;
    this.#rulebook = rulebook;
    this.#watcher = new Watcher(state, rulebook, slice, (command) => this.#apply(command));
    this.#expirer = new Expirer(state, this.#watcher, slice, (command) => this.#apply(command));
  }

  get rules(): TradingRules | undefined {
    return this.#state.rules;
  }

  get seq(): number {
    return this.#state.seq;
  }

  get rollovers(): readonly Rollover[] {
    return this.#state.rollovers;
  }

  submit(command: ClientCommand | HostCommand, fresh = false): Submission {
    this.#watcher.start();
    if (command.type === 'setRules' || command.type === 'defineGroup') {
      const { row } = this.#applyNow(command);
      if (!row.outcome.ok) return { kind: 'applied', rows: [row] };
      const group = command.type === 'setRules' ? undefined : this.#state.group(command.group.id);
      const concerns = (account: Account): boolean => group === undefined || account.group === group;
      return { kind: 'applied', rows: [row, ...this.#watcher.review(concerns, row.command.time)] };
    }
    if (!('key' in command)) return { kind: 'applied', rows: [this.#applyNow(command).row] };
    const status = this.#keys.status(command, this.#state.accounts.has(command.account));
    if (status.kind === 'known') return { kind: 'repeated', outcome: status.outcome };
    if (status.kind === 'archived' && !fresh) return { kind: 'archived' };
    const malformed = inputRefusal(this.#state, command);
    if (malformed !== undefined) return { kind: 'refused', outcome: refuse(malformed) };
    const { row, touched } = this.#applyNow(command);
    return { kind: 'applied', rows: [row, ...this.#watcher.followUp(touched, row.command.time)] };
  }

  get busy(): boolean {
    return this.#watcher.busy || this.#state.expiries.busy;
  }

  onQuote(quote: Quote, now: number): readonly Applied[] {
    return this.#watcher.onQuote(quote, now);
  }

  work(now: number): readonly Applied[] {
    return this.#watcher.work(now);
  }

  expire(now: number): readonly Applied[] {
    return this.#expirer.expire(now);
  }

  setOpen(instrument: InstrumentId, open: boolean): void {
    this.#watcher.setOpen(instrument, open);
  }

  setDoubt(instrument: InstrumentId, doubt: boolean): void {
    this.#watcher.setDoubt(instrument, doubt);
  }

  replay(row: Applied): Applied {
    invariant(row.seq === this.#state.seq + 1, () => `row ${row.seq} after row ${this.#state.seq}`);
    this.#watcher.pause();
    this.#state.expiries.clear();
    for (const view of row.markets) {
      const instrument = this.#state.instrument(view.instrument);
      instrument.quote = plainQuote(view);
      instrument.open = view.open;
      instrument.held = false;
      instrument.confirmed = view.doubt !== true;
      // The row already has this market, so the replay must not record it again.
      instrument.journalled = true;
    }
    const rulebook = row.rules === this.#rulebook.version ? this.#rulebook : rulebookOf(row.rules);
    return { ...this.#apply(row.command, rulebook).row, markets: row.markets };
  }

  observe(quote: Quote): void {
    this.#state.instrument(quote.instrument).observed = quote;
  }

  market(instrument: InstrumentId): MarketView | undefined {
    return this.#state.instruments.get(instrument)?.view();
  }

  terms(instrument: InstrumentId): Instrument | undefined {
    return this.#state.instruments.get(instrument)?.terms;
  }

  get restricted(): ReadonlyMap<InstrumentId, DealingMode> {
    return this.#state.restricted;
  }

  get groups(): readonly Group[] {
    this.#groups ??= [...this.#state.groups.values()]
      .map(({ record }) => record)
      .filter((record) => record !== undefined)
      .sort((left, right) => left.id - right.id);
    return this.#groups;
  }

  groupOf(id: AccountId): GroupId | undefined {
    return this.#state.accounts.get(id)?.group.id;
  }

  groupTerms(id: GroupId, instrument: InstrumentId): ShownTermsOfGroup | undefined {
    const terms = this.#state.instruments.get(instrument)?.terms;
    const { rules } = this.#state;
    if (terms === undefined || rules === undefined || !isGroup(this.#state, id)) return undefined;
    const group = this.#state.group(id);
    const { stopOutPercent = rules.stopOutPercent } = group.record ?? {};
    return { ...group.termsOf(terms), version: group.versionOf(terms, rules), stopOutPercent };
  }

  account(id: AccountId): AccountView | undefined {
    const account = this.#state.accounts.get(id);
    return account === undefined ? undefined : accountView(this.#rulebook, account);
  }

  positions(id: AccountId): AccountPositions | undefined {
    const account = this.#state.accounts.get(id);
    return account === undefined ? undefined : accountPositions(account);
  }

  exposure(kind: AccountKind): readonly GroupHoldings[] {
    return this.#state.exposure.of(kind);
  }

  order(id: OrderId): OrderRecord | undefined {
    return this.#state.orders.get(id)?.record();
  }

  image(): EngineImage {
    return imageOf(this.#state, this.#keys.marks());
  }

  stateHash(): string {
    return hashOf(this.image());
  }

  releaseKeys(seq: number): KeyMemory {
    this.#keys.forgetAfter(seq);
    return this.#keys;
  }

  /**
   * Throws InvariantError when the state is inconsistent. Reads the whole state, so only tests and the simulator call
   * it.
   */
  checkInvariants(): void {
    assertConsistent(this.#state);
    for (const order of this.#state.orders.values()) {
      invariant(
        isWatched(this.#rulebook, order) && this.#state.expiries.holds(order),
        () => `the indexes don't hold order ${order.id} as it is`,
      );
    }
  }

  /** Applies a command under a later time when it is dated before the last row: row times never run backwards. */
  #applyNow(command: Command): Step {
    return this.#apply(command.time < this.#state.time ? { ...command, time: this.#state.time } : command);
  }

  #apply(command: Command, rulebook = this.#rulebook): Step {
    this.#state.seq += 1;
    this.#state.time = command.time;
    const work = new Work(this.#state, rulebook, command.time);
    const outcome = decide(work, command);
    if (command.type === 'defineGroup' || command.type === 'removeGroup') this.#groups = undefined;
    invariant(outcome.ok || work.events.length === 0, () => `the refused ${command.type} left events`);
    if ('key' in command) this.#keys.remember(command, outcome, this.#state.seq);
    if (command.type === 'retireAccount' && outcome.ok) this.#keys.dropMark(command.account, this.#state.seq);
    return {
      row: {
        seq: this.#state.seq,
        rules: rulebook.version,
        command,
        markets: work.markets,
        outcome,
        events: work.events,
        ...(work.terms !== undefined && { terms: work.terms }),
      },
      touched: work.touched,
    };
  }
}
