import type { GroupId } from '@fairlot/domain';
import type { AccountGroup } from '@fairlot/engine';
import type { CurrentTerms, TermsState } from '../trading/current-terms.ts';
import type { SendTurns } from './send-turns.ts';
import { Stream } from './stream.ts';

const TOPIC = 'TERMS';

/**
 * TERMS: the versions of the instruments' terms, by group. All changes of a tick are one message; a client that was slow or away
 * gets all versions. Changes outside the version, such as the lots, an announced swap or a halt, are told too.
 */
export class TermsStream {
  readonly #terms: CurrentTerms;
  readonly #turns: SendTurns | undefined;
  /** Undefined: accounts and visitors without terms of their own. */
  readonly #streams = new Map<GroupId | undefined, Stream>();
  #shown: TermsState | undefined;

  constructor(terms: CurrentTerms, turns?: SendTurns) {
    this.#terms = terms;
    this.#turns = turns;
  }

  find(topic: string, group?: AccountGroup): Stream | undefined {
    if (topic !== TOPIC) return undefined;
    const known = this.#streams.get(group?.id);
    if (known !== undefined) return known;
    const stream = new Stream(TOPIC, 'replaceable', () => textOf(this.#versions(group?.id)), { turns: this.#turns });
    this.#streams.set(group?.id, stream);
    return stream;
  }

  /** Sends changes. Returns the number of subscriptions that wait because their client is slow. */
  tick(): number {
    const state = this.#terms.state();
    const before = this.#shown;
    this.#shown = state;
    let behind = 0;
    for (const [group, stream] of this.#streams) {
      if (!stream.isWatched) {
        this.#streams.delete(group);
        continue;
      }
      if (before !== undefined && before !== state) {
        const changed = this.#changes(group, before, state);
        if (changed.length > 0) stream.publish(textOf(changed));
      }
      behind += stream.catchUpAll();
    }
    return behind;
  }

  #versions(group: GroupId | undefined): [number, string][] {
    return [...this.#terms.versions(group === undefined ? undefined : this.#terms.group(group))];
  }

  /** Listed instruments are replaced by a change, so that comparing objects is enough. */
  #changes(
    group: GroupId | undefined,
    before: TermsState,
    { instruments, rules, announced, restricted, groups }: TermsState,
  ): [number, string][] {
    const versions = this.#versions(group);
    // A removed instrument has no version: the others tell that the list has changed.
    const listed = new Set(versions.map(([id]) => id));
    if (before.rules !== rules || before.instruments.some(({ id }) => !listed.has(id))) return versions;
    if (group !== undefined && before.groups !== groups) return versions;
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
