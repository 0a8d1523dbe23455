import { type Instrument, type Price, type Quote, money } from '@fairlot/domain';
import {
  type Applied,
  type ClientCommand,
  type HostCommand,
  type PositionClosed,
  type PositionOpened,
  type TradingEngine,
  createEngine,
} from '@fairlot/engine';
import { Random } from '@fairlot/engine/sim';
import { Normaliser } from '../../../apps/server/src/market/normalise.ts';
import { REFERENCE_INSTRUMENTS } from '../../../apps/server/src/market/reference/instruments.ts';
import { type PhaseCounts, type Report, type StopFill, reportOf } from './report.ts';
import { type Phase, Tape, type TapeEntry } from './tape.ts';
import { type Asked, Traders } from './traders.ts';

/** Settings of the scenario. */
export interface CrashOptions {
  readonly seed: number;
  readonly accounts: number;
}

const REACTION_MS = 50;
const RULES = {
  feeMode: 'perLot',
  stopOutPercent: 50,
  demoFunds: money('100000'),
  maxOrdersPerAccount: 200,
} as const;

/**
 * Runs the accounts through the tape with the product's own spike filter and engine. Throws when a fill is not at a
 * quote of the tape that had arrived, or when the journal gives another state.
 */
export function runCrash(options: CrashOptions): Report {
  return new Crash(options).run();
}

class Crash {
  readonly #random: Random;
  readonly #accounts: number;
  readonly #engine: TradingEngine = createEngine();
  readonly #instrument: Instrument;
  readonly #normaliser: Normaliser;
  readonly #traders: Traders;
  readonly #journal: Applied[] = [];
  readonly #phases = new Map<Phase, PhaseCounts>();
  readonly #stops: StopFill[] = [];
  /** Quotes that have passed the filter, by number. */
  readonly #quotes = new Map<number, Quote>();
  /** Prices of the tape that have arrived, by their time. */
  readonly #arrived = new Set<string>();
  readonly #positions = new Map<number, number>();
  #now = 0;
  #phase: Phase = 'calm';
  #seq = 0;
  #keys = 0;

  constructor({ seed, accounts }: CrashOptions) {
    const listed = REFERENCE_INSTRUMENTS.find(({ code }) => code === 'EURUSD');
    if (listed === undefined) throw new Error('the reference instruments have no EURUSD');
    this.#accounts = accounts;
    this.#instrument = listed;
    this.#random = new Random(seed);
    this.#traders = new Traders(this.#random, listed);
    this.#normaliser = new Normaliser([listed], {
      accept: ({ instrument, time, bid, ask }) => this.#quote({ instrument, seq: (this.#seq += 1), time, bid, ask }),
      doubt: (instrument, doubt) => this.#engine.setDoubt(instrument, doubt),
    });
  }

  run(): Report {
    const { entries } = new Tape(this.#random);
    this.#now = entries[0]?.at ?? 0;
    this.#prepare({ type: 'setRules', time: this.#now, rules: RULES });
    this.#prepare({ type: 'defineInstrument', time: this.#now, instrument: this.#instrument });
    this.#engine.setOpen(this.#instrument.id, true);
    let acted = this.#now;
    let filled = false;
    for (const entry of entries) {
      // Between the ticks, clients act and held ticks are released by time.
      for (; acted + REACTION_MS <= entry.at && this.#phase !== 'weekend'; acted += REACTION_MS)
        this.#pass(acted + REACTION_MS);
      acted = Math.max(acted, entry.at);
      this.#now = entry.at;
      this.#take(entry);
      if (!filled && this.#quotes.size > 0) {
        filled = true;
        this.#fillBooks();
      }
    }
    this.#requireSameState();
    return reportOf(this.#phases, this.#stops);
  }

  #prepare(command: HostCommand): void {
    const submission = this.#engine.submit(command);
    if (submission.kind === 'applied') this.#record(submission.rows);
  }

  #take(entry: TapeEntry): void {
    this.#phase = entry.phase;
    if (entry.open !== undefined) this.#engine.setOpen(this.#instrument.id, entry.open);
    const { tick } = entry;
    if (tick === undefined) return;
    this.#counts().ticks += 1;
    this.#arrived.add(priceText(tick));
    this.#normaliser.take({ code: this.#instrument.code, ...tick }, this.#now);
  }

  #pass(now: number): void {
    this.#now = now;
    this.#normaliser.advance(now);
    if (this.#phase === 'calm') return;
    for (let tries = 0; tries < 5; tries += 1) {
      const account = this.#random.between(1, this.#accounts);
      this.#keys += 1;
      this.#submit(this.#traders.react(account, now, `reaction-${this.#keys}`, this.#positions.get(account)));
    }
  }

  #fillBooks(): void {
    const quote = this.#quotes.get(this.#seq);
    if (quote === undefined) return;
    for (let account = 1; account <= this.#accounts; account += 1) {
      for (const command of this.#traders.arrive(account, this.#now)) this.#submit(command);
      const free = this.#engine.account(account)?.cash ?? 0n;
      this.#submit(this.#traders.order(account, this.#now, free, quote.bid, quote.ask));
    }
  }

  #submit(command: ClientCommand): void {
    const submission = this.#engine.submit(command);
    if (submission.kind !== 'applied' && submission.kind !== 'refused')
      throw new Error('a new key was taken for a used one');
    const outcome = submission.kind === 'applied' ? submission.rows[0].outcome : submission.outcome;
    if (!outcome.ok) {
      const { refused } = this.#counts();
      refused.set(outcome.reason, (refused.get(outcome.reason) ?? 0) + 1);
    }
    if (outcome.ok && outcome.order !== undefined && command.type === 'placeOrder' && command.stopLoss !== undefined)
      this.#traders.stops.set(outcome.order, { account: command.account, level: command.stopLoss });
    if (submission.kind === 'applied') this.#record(submission.rows);
  }

  #quote(quote: Quote): void {
    this.#counts().quotes += 1;
    this.#quotes.set(quote.seq, quote);
    this.#record(this.#engine.onQuote(quote, this.#now));
    while (this.#engine.busy) this.#record(this.#engine.work(this.#now));
  }

  #record(rows: readonly Applied[]): void {
    this.#journal.push(...rows);
    const counts = this.#counts();
    for (const { events } of rows) {
      for (const event of events) {
        if (event.type === 'positionOpened') {
          this.#requireOnTape(event, event.side === 'buy' ? event.quote.ask : event.quote.bid);
          counts.opened += 1;
          this.#positions.set(event.account, event.order);
        } else if (event.type === 'positionClosed') {
          this.#close(event, counts);
        } else if (event.type === 'transferred' && event.kind === 'negativeBalanceCover') {
          counts.covers += 1;
          counts.cover += event.amount;
        }
      }
    }
  }

  #close(event: PositionClosed, counts: PhaseCounts): void {
    this.#requireOnTape(event, event.price === event.quote.bid ? event.quote.bid : event.quote.ask);
    this.#positions.delete(event.account);
    if (event.reason === 'client') counts.clientCloses += 1;
    if (event.reason === 'stop_out') counts.stopOuts += 1;
    if (event.reason !== 'stop_loss') return;
    counts.stopLosses += 1;
    const asked: Asked | undefined = this.#traders.stops.get(event.order);
    if (asked !== undefined) this.#stops.push({ order: event.order, phase: this.#phase, price: event.price, ...asked });
  }

  /** A fill must be at a quote that the filter has passed and that the tape had delivered by then. */
  #requireOnTape({ order, price, quote }: PositionOpened | PositionClosed, expected: Price): void {
    const passed = this.#quotes.get(quote.seq);
    if (passed === undefined || !this.#arrived.has(priceText(quote)) || priceText(passed) !== priceText(quote))
      throw new Error(`order ${order} was filled on a quote that is not on the tape`);
    if (price !== expected) throw new Error(`order ${order} was filled at another price than its quote's`);
    if (this.#now - quote.time > this.#instrument.staleAfterMs)
      throw new Error(`order ${order} was filled on a quote of ${this.#now - quote.time} ms ago`);
  }

  #requireSameState(): void {
    const again = createEngine();
    for (const row of this.#journal) again.replay(row);
    if (again.stateHash() !== this.#engine.stateHash()) throw new Error('the replayed journal has another state');
  }

  #counts(): PhaseCounts {
    let counts = this.#phases.get(this.#phase);
    if (counts === undefined) {
      counts = {
        ticks: 0,
        quotes: 0,
        opened: 0,
        stopLosses: 0,
        stopOuts: 0,
        clientCloses: 0,
        refused: new Map(),
        covers: 0,
        cover: 0n,
      };
      this.#phases.set(this.#phase, counts);
    }
    return counts;
  }
}

function priceText({ time, bid, ask }: Pick<Quote, 'time' | 'bid' | 'ask'>): string {
  return `${time} ${bid} ${ask}`;
}
