import type { InstrumentId, VersionedTerms } from '@fairlot/domain';
import type { OrderTerms } from '@fairlot/engine';
import { decode, encode } from './codec.ts';
import { intArray, textArray } from './sql-literals.ts';

/** The terms that a version stands for, as they are stored. */
export type StoredTerms = Omit<VersionedTerms, 'version'>;
/** Rows from before hedged margin have none, nor have those without guaranteed stops. */
type WrittenFields = Omit<StoredTerms, 'hedged' | 'guarantee'> & Partial<Pick<StoredTerms, 'hedged' | 'guarantee'>>;

/** Maximum versions remembered. A forgotten one costs one write that changes nothing. */
const MOST_VERSIONS = 10_000;

/** Decides which versions of terms a batch must store. One for all batches of a session, in their order. */
export class WrittenTerms {
  readonly #written = new Set<string>();
  /** The last one of each instrument, which most orders have. */
  readonly #last = new Map<InstrumentId, string>();

  /** True for a version that no earlier batch has stored. */
  isNew({ instrument, terms: { version } }: OrderTerms): boolean {
    if (this.#last.get(instrument) === version) return false;
    this.#last.set(instrument, version);
    const name = `${instrument} ${version}`;
    if (this.#written.has(name)) return false;
    if (this.#written.size >= MOST_VERSIONS) this.#written.clear();
    this.#written.add(name);
    return true;
  }
}

/** The SQL that stores versions of terms. A stored one never changes. */
export function termsStatement(shard: number, noted: readonly OrderTerms[]): string {
  if (noted.length === 0) return '';
  return `insert into terms_versions (shard, instrument, version, terms)
    select ${shard}, c.* from unnest(${intArray(
      noted.map(({ instrument }) => instrument),
      'integer',
    )}, ${textArray(noted.map(({ terms }) => terms.version))}, ${textArray(noted.map(({ terms }) => termsText(terms)))}) as c
    on conflict do nothing;`;
}

/** Terms in the journal's format. */
export function termsText({ version: _version, hedged, ...terms }: VersionedTerms): string {
  return encode({ ...terms, ...(hedged !== 'both' && { hedged }) } satisfies WrittenFields);
}

/** Reads stored terms. */
export function storedTerms(text: string): StoredTerms {
  return { hedged: 'both', guarantee: undefined, ...(decode(text) as WrittenFields) };
}
