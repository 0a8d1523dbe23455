import type { OrderId, OrderTerms } from '@fairlot/engine';
import type { ClientBase } from 'pg';
import { termsText } from '../journal/terms-versions.ts';
import type { Findings } from './findings.ts';

/** The terms of an order by the journal, and the row that agreed them. */
export interface AgreedTerms {
  readonly seq: number;
  readonly noted: OrderTerms;
}

/**
 * Compares the terms of orders with those that their version stands for in the tables. Orders from before versions were
 * stored have none, so an order may lack one only when no row before it has stored one.
 */
export class TermsCheck {
  readonly #client: ClientBase;
  readonly #shard: number;
  readonly #findings: Findings;
  #stored: ReadonlyMap<string, string> | undefined;
  #firstWith = Number.POSITIVE_INFINITY;
  #lastWithout: { readonly seq: number; readonly order: OrderId } = { seq: 0, order: 0 };

  constructor(client: ClientBase, shard: number, findings: Findings) {
    this.#client = client;
    this.#shard = shard;
    this.#findings = findings;
  }

  /** Reads the stored terms. Call it before the first comparison. */
  async read(): Promise<void> {
    if (this.#stored !== undefined) return;
    const { rows } = await this.#client.query<{ name: string; terms: string }>(
      `select instrument || ' ' || version as name, terms from terms_versions where shard = $1`,
      [this.#shard],
    );
    this.#stored = new Map(rows.map(({ name, terms }) => [name, terms]));
  }

  /** Compares an order's stored version, null for none, with the terms that the journal gives it. */
  compare(order: OrderId, version: string | null, { seq, noted }: AgreedTerms): void {
    if (version === null) {
      if (seq > this.#lastWithout.seq) this.#lastWithout = { seq, order };
      return;
    }
    this.#firstWith = Math.min(this.#firstWith, seq);
    const have = this.#stored?.get(`${noted.instrument} ${version}`);
    const want = termsText(noted.terms);
    if (have !== want)
      this.#findings.add(
        `order ${order}: its terms are ${have ?? `missing for version ${version}`} in the table, ${want} by the journal`,
      );
  }

  finish(): void {
    const { seq, order } = this.#lastWithout;
    if (seq > this.#firstWith)
      this.#findings.add(`order ${order} has no version of its terms, although row ${this.#firstWith} has stored one`);
  }
}
