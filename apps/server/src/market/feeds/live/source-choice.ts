import { figuresProblem } from '../../quote-figures.ts';

/** Milliseconds of uninterrupted health after which a preferred source is used again. */
export const BACK_AFTER_MS = 30_000;
/** Milliseconds for which the evidence against a source must last before it is left. */
export const PROOF_MS = 1_000;
/** Price changes of the other source that are evidence; a single one may be its own wild tick. */
const PROVING_CHANGES = 2;
/** Lead of a source's clock over market time up to which its quotes are taken, dated with market time. */
const AHEAD_LIMIT_MS = 2_000;
const PER_TEN_THOUSAND = 10_000n;

/** A quote of one source at the instrument's scale. */
export interface SourceQuote {
  readonly time: number;
  readonly bid: bigint;
  readonly ask: bigint;
}

/** The limits of an instrument. */
export interface ChoiceLimits {
  /** Age at which a quote is too old to be dealt on. */
  readonly staleAfterMs: number;
  /** The gap between two sources, in ten-thousandths of the price, beyond which one of them is wrong. */
  readonly apartPerTenThousand: number;
}

/**
 * The reason for a change of the source. `first`: there was none. `lost`: its connection is stale, cut or refused, or it
 * does not know the symbol. `quiet`: it has no fresh quote and another has. `frozen`: it stands still while another moves
 * away. `outvoted`: two others agree against it. `recovered`: a preferred one has been healthy for long enough.
 */
export type ChangeReason = 'first' | 'lost' | 'quiet' | 'frozen' | 'outvoted' | 'recovered';

/** A change of an instrument's source. */
export interface SourceChoiceChange {
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly reason: ChangeReason;
  /** True when the new source's quote follows at once; false while it has none that is fresh and not older than the last one. */
  readonly isPriced: boolean;
}

/** Receives the results, synchronously. */
export interface ChoiceSink {
  /** A quote of the present source. Times never run backwards. `isContested`: it is apart from a healthy source. */
  quote(quote: SourceQuote, source: number, isContested: boolean): void;
  /** Called before the first quote of the new source. */
  changed(change: SourceChoiceChange): void;
  /** A quote is not taken: `late`, `ahead`, or no price. The next in line is not affected. */
  refused(source: number): void;
}

interface Seat {
  live: boolean;
  /** The last valid quote of the present connection. */
  quote: SourceQuote | undefined;
  healthySince: number | undefined;
  wrong: 'frozen' | 'outvoted' | undefined;
  /** True when the price has changed since it was found wrong. */
  movedSince: boolean;
}

/** The evidence of one source against another. */
interface Evidence {
  /** Time since which the two are apart and the accused has not moved; undefined while they agree. */
  frozenSince: number | undefined;
  /** Time since which the two are apart. */
  apartSince: number | undefined;
  /** Price changes of the other one since `frozenSince`. */
  changes: number;
}

/**
 * Chooses the source of one instrument's price from a list in order of preference. Deterministic: time comes with every
 * call.
 *
 * - A source is *healthy* while its connection is live, its last quote is fresh, and it is plausible.
 * - Two sources are *apart* while the gap between their bid-to-ask ranges exceeds the limit.
 * - A source is implausible when it is apart from a healthy one for a second in which it does not move and the other's
 *   price changes twice (`frozen`), or when it is apart for a second from two healthy ones that agree (`outvoted`). It
 *   stays so until it agrees with a healthy one or connects anew. While no other is healthy, one that was frozen is
 *   believed again when it moves; one that was outvoted is not.
 * - The present source is kept while it is healthy. When it is not, the next is the first one that has been healthy for 30
 *   seconds, or else the first healthy one. Without any healthy one, the present is kept while its connection is live
 *   (a quiet market), or else the first one that is live and plausible; without one, the instrument has no source.
 * - A preferred source is used again after 30 seconds of uninterrupted health.
 * - No quote is older than the last one delivered, or than `notBefore`.
 */
export class SourceChoice {
  readonly #seats: readonly Seat[];
  readonly #evidence: readonly (readonly Evidence[])[];
  readonly #sink: ChoiceSink;
  #limits: ChoiceLimits;
  #present: number | undefined;
  #delivered: number;

  /** `notBefore`: quotes of before are not delivered, because the run before this one may have delivered later ones. */
  constructor(count: number, limits: ChoiceLimits, sink: ChoiceSink, notBefore = Number.NEGATIVE_INFINITY) {
    this.#delivered = notBefore;
    this.#limits = limits;
    this.#sink = sink;
    this.#seats = Array.from({ length: count }, () => ({
      live: false,
      quote: undefined,
      healthySince: undefined,
      wrong: undefined,
      movedSince: false,
    }));
    this.#evidence = this.#seats.map(() =>
      this.#seats.map(() => ({ frozenSince: undefined, apartSince: undefined, changes: 0 })),
    );
  }

  /** The number of the present source; undefined when the instrument has none. */
  get present(): number | undefined {
    return this.#present;
  }

  /** True when the source is live and another one contradicts its price. */
  isWrong(source: number): boolean {
    return this.#seats[source]?.wrong !== undefined;
  }

  set limits(limits: ChoiceLimits) {
    this.#limits = limits;
  }

  /** Tells if the source's connection is live for this instrument. What it said on an earlier connection counts no more. */
  connection(source: number, live: boolean, now: number): void {
    const seat = this.#seats[source];
    if (seat === undefined || seat.live === live) return;
    seat.live = live;
    seat.quote = undefined;
    seat.wrong = undefined;
    this.advance(now);
  }

  /** Takes a quote of a source. */
  quote(source: number, quote: SourceQuote, now: number): void {
    const seat = this.#seats[source];
    if (seat === undefined || !seat.live) return;
    if (!this.#isTaken(quote, now)) {
      this.#sink.refused(source);
      return;
    }
    const before = seat.quote;
    const taken = quote.time > now ? { ...quote, time: now } : quote;
    seat.quote = taken;
    if (before === undefined || before.bid !== taken.bid || before.ask !== taken.ask) this.#moved(source);
    const present = this.#present;
    this.advance(now);
    // A change of the source has delivered its last quote already.
    if (this.#present === source && present === source) this.#deliver(taken, source);
  }

  /** Applies the passing of time. */
  advance(now: number): void {
    this.#weigh(now);
    for (const seat of this.#seats) {
      if (!this.#isHealthy(seat, now)) seat.healthySince = undefined;
      else seat.healthySince ??= now;
    }
    const next = this.#next(now);
    if (next === this.#present) return;
    const last = next === undefined ? undefined : this.#seats[next]?.quote;
    const isFresh = last !== undefined && now - last.time <= this.#limits.staleAfterMs;
    const isPriced = isFresh && last.time >= this.#delivered;
    const change = { from: this.#present, to: next, reason: this.#reason(next), isPriced };
    this.#present = next;
    this.#sink.changed(change);
    if (isPriced && next !== undefined) this.#deliver(last, next);
  }

  #isTaken({ time, bid, ask }: SourceQuote, now: number): boolean {
    // A price that is dropped later on must not keep its source healthy.
    if (!Number.isSafeInteger(time) || figuresProblem(bid, ask) !== undefined) return false;
    return time >= now - this.#limits.staleAfterMs && time <= now + AHEAD_LIMIT_MS;
  }

  #deliver(quote: SourceQuote, source: number): void {
    if (quote.time < this.#delivered) return;
    this.#delivered = quote.time;
    const isContested = this.#evidence[source]?.some(({ apartSince }) => apartSince !== undefined) === true;
    this.#sink.quote(quote, source, isContested);
  }

  #moved(source: number): void {
    this.#seats.forEach((seat, other) => {
      if (other === source) seat.movedSince = true;
      const against = this.#evidence[source]?.[other];
      if (against !== undefined) [against.frozenSince, against.changes] = [undefined, 0];
      const by = this.#evidence[other]?.[source];
      if (by !== undefined) by.changes += 1;
    });
  }

  /** Updates the evidence of each pair, and who is implausible by it. */
  #weigh(now: number): void {
    const { length } = this.#seats;
    for (let one = 0; one < length; one += 1) {
      for (let other = 0; other < length; other += 1) if (one !== other) this.#compare(one, other, now);
    }
    this.#seats.forEach((seat, source) => {
      if (!seat.live || seat.quote === undefined) return;
      const witnesses = this.#seats.flatMap((_, other) => (this.#isWitness(source, other, now) ? [other] : []));
      const isBelieved = witnesses.length === 0 && seat.wrong === 'frozen' && seat.movedSince;
      if (isBelieved || witnesses.some((other) => !this.#areApart(source, other))) seat.wrong = undefined;
      if (seat.wrong !== undefined) return;
      seat.wrong = this.#verdict(source, witnesses, now);
      seat.movedSince = false;
    });
  }

  #compare(one: number, other: number, now: number): void {
    const evidence = this.#evidence[one]?.[other];
    if (evidence === undefined) return;
    if (!this.#isWitness(one, other, now) || !this.#areApart(one, other)) {
      [evidence.apartSince, evidence.frozenSince, evidence.changes] = [undefined, undefined, 0];
      return;
    }
    evidence.apartSince ??= now;
    evidence.frozenSince ??= now;
  }

  /** True when the other source may testify: it is healthy. */
  #isWitness(source: number, other: number, now: number): boolean {
    const seat = this.#seats[other];
    return other !== source && seat !== undefined && this.#isHealthy(seat, now);
  }

  #areApart(one: number, other: number): boolean {
    const [a, b] = [this.#seats[one]?.quote, this.#seats[other]?.quote];
    if (a === undefined || b === undefined) return false;
    const gap = a.bid > b.ask ? a.bid - b.ask : b.bid - a.ask;
    return gap > 0n && gap * PER_TEN_THOUSAND > b.bid * BigInt(this.#limits.apartPerTenThousand);
  }

  #verdict(source: number, witnesses: readonly number[], now: number): Seat['wrong'] {
    const evidence = (other: number): Evidence | undefined => this.#evidence[source]?.[other];
    const lasts = (since: number | undefined): boolean => since !== undefined && now - since >= PROOF_MS;
    const isFrozen = witnesses.some((other) => {
      const against = evidence(other);
      return lasts(against?.frozenSince) && (against?.changes ?? 0) >= PROVING_CHANGES;
    });
    if (isFrozen) return 'frozen';
    const against = witnesses.filter((other) => lasts(evidence(other)?.apartSince));
    const agree = against.some((one) => against.some((other) => one !== other && !this.#areApart(one, other)));
    return agree ? 'outvoted' : undefined;
  }

  #isHealthy({ live, quote, wrong }: Seat, now: number): boolean {
    return live && wrong === undefined && quote !== undefined && now - quote.time <= this.#limits.staleAfterMs;
  }

  #next(now: number): number | undefined {
    const seats = this.#seats;
    const isSettled = ({ healthySince }: Seat): boolean =>
      healthySince !== undefined && now - healthySince >= BACK_AFTER_MS;
    const present = this.#present;
    const current = present === undefined ? undefined : seats[present];
    if (present !== undefined && current !== undefined && isHealthy(current)) {
      const preferred = seats.findIndex(isSettled);
      return preferred >= 0 && preferred < present ? preferred : present;
    }
    for (const fits of [isSettled, isHealthy]) {
      const found = seats.findIndex(fits);
      if (found >= 0) return found;
    }
    if (current !== undefined && isUsable(current)) return present;
    const usable = seats.findIndex(isUsable);
    return usable >= 0 ? usable : undefined;
  }

  #reason(next: number | undefined): ChangeReason {
    const seat = this.#present === undefined ? undefined : this.#seats[this.#present];
    if (seat === undefined) return 'first';
    if (!seat.live) return 'lost';
    if (seat.wrong !== undefined) return seat.wrong;
    return seat.healthySince !== undefined && next !== undefined ? 'recovered' : 'quiet';
  }
}

function isUsable({ live, wrong }: Seat): boolean {
  return live && wrong === undefined;
}

function isHealthy({ healthySince }: Seat): boolean {
  return healthySince !== undefined;
}
