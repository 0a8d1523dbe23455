import type { CurrentTerms, TermsState } from '../trading/current-terms.ts';
import { Stream } from './stream.ts';

/**
 * TERMS: the versions of the instruments' terms. All changes of a tick are one message; a client that was slow or away
 * gets all versions. Changes outside the version, such as the lots, an announced swap or a halt, are told too.
 */
export class TermsStream {
  readonly #terms: CurrentTerms;
  readonly #stream: Stream;
  #shown: TermsState | undefined;

  constructor(terms: CurrentTerms) {
    this.#terms = terms;
    this.#stream = new Stream('TERMS', 'replaceable', () => textOf([...terms.versions()]));
  }

  find(topic: string): Stream | undefined {
    return topic === this.#stream.topic ? this.#stream : undefined;
  }

  /** Sends changes. Returns the number of subscriptions that wait because their client is slow. */
  tick(): number {
    const state = this.#terms.state();
    const before = this.#shown;
    this.#shown = state;
    if (before !== undefined && before !== state) {
      const changed = this.#changes(before, state);
      if (changed.length > 0) this.#stream.publish(textOf(changed));
    }
    return this.#stream.catchUpAll();
  }

  /** Listed instruments are replaced by a change, so that comparing objects is enough. */
  #changes(before: TermsState, { instruments, rules, announced, restricted }: TermsState): [number, string][] {
    const versions = [...this.#terms.versions()];
    // A removed instrument has no version: the others tell that the list has changed.
    const listed = new Set(versions.map(([id]) => id));
    if (before.rules !== rules || before.instruments.some(({ id }) => !listed.has(id))) return versions;
    const known = new Set(before.instruments);
    const changed = new Set(instruments.filter((instrument) => !known.has(instrument)).map(({ id }) => id));
    if (before.announced !== announced)
      for (const { instrument } of [...before.announced, ...announced]) changed.add(instrument);
    for (const id of new Set([...before.restricted.keys(), ...restricted.keys()]))
      if (before.restricted.get(id) !== restricted.get(id)) changed.add(id);
    return versions.filter(([id]) => changed.has(id));
  }
}

function textOf(versions: readonly (readonly [number, string])[]): string {
  return JSON.stringify(versions.map(([Id, Terms]) => ({ Id, Terms })));
}
