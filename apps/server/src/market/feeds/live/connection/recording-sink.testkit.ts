import type { SourceSink, SourceState, SourceTick } from '../source.ts';

/** A sink that keeps everything it is told. */
export class RecordingSink implements SourceSink {
  readonly ticks: SourceTick[] = [];
  readonly states: SourceState[] = [];
  readonly unknown: string[] = [];
  malformedCount = 0;
  /** Quotes that came while the source was not live. */
  early = 0;

  tick(tick: SourceTick): void {
    if (this.states.at(-1)?.phase !== 'live') this.early += 1;
    this.ticks.push(tick);
  }

  malformed(): void {
    this.malformedCount += 1;
  }

  unknownSymbol(symbol: string): void {
    this.unknown.push(symbol);
  }

  state(state: SourceState): void {
    this.states.push(state);
  }

  /** The last phase and reason, such as "live connected". */
  get last(): string {
    const state = this.states.at(-1);
    return state === undefined ? '' : `${state.phase} ${state.reason}`;
  }

  /** Every phase and reason, in order. */
  get history(): string[] {
    return this.states.map(({ phase, reason }) => `${phase} ${reason}`);
  }
}
