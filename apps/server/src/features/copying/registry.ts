import type { CopyId } from '@fairlot/copying';
import type { AccountId, OrderId } from '@fairlot/engine';
import type { RunningCopy } from './copy-row.ts';

/** The copied position of a leader's position in a copy; null when its opening was skipped. */
type Followed = Map<OrderId, OrderId | null>;

/** The running copies, and which positions they have copied. Everything in it follows from the tables. */
export class CopyRegistry {
  readonly #copies = new Map<CopyId, RunningCopy>();
  readonly #byLeader = new Map<AccountId, Set<CopyId>>();
  readonly #followed = new Map<CopyId, Followed>();
  readonly #copyOf = new Map<OrderId, CopyId>();
  #changes = 0;

  /** Counts changes of copies, so that a reader of the tables notices one that came meanwhile. */
  get changes(): number {
    return this.#changes;
  }

  get size(): number {
    return this.#copies.size;
  }

  all(): Iterable<RunningCopy> {
    return this.#copies.values();
  }

  get(id: CopyId): RunningCopy | undefined {
    return this.#copies.get(id);
  }

  put(copy: RunningCopy): void {
    this.#changes += 1;
    this.#copies.set(copy.id, copy);
    const others = this.#byLeader.get(copy.leader);
    if (others === undefined) this.#byLeader.set(copy.leader, new Set([copy.id]));
    else others.add(copy.id);
    if (!this.#followed.has(copy.id)) this.#followed.set(copy.id, new Map());
  }

  /** Changes a copy. One that is not here may be about to be read from the tables, so it counts too. */
  update(id: CopyId, change: Partial<RunningCopy>): void {
    this.#changes += 1;
    const copy = this.#copies.get(id);
    if (copy !== undefined) this.#copies.set(id, { ...copy, ...change });
  }

  /** Forgets a copy that has ended. */
  remove(id: CopyId): void {
    this.#changes += 1;
    const copy = this.#copies.get(id);
    if (copy === undefined) return;
    this.#copies.delete(id);
    const others = this.#byLeader.get(copy.leader);
    others?.delete(id);
    if (others?.size === 0) this.#byLeader.delete(copy.leader);
    for (const order of this.#followed.get(id)?.values() ?? []) if (order !== null) this.#copyOf.delete(order);
    this.#followed.delete(id);
  }

  clear(): void {
    for (const map of [this.#copies, this.#byLeader, this.#followed, this.#copyOf]) map.clear();
  }

  leads(account: AccountId): boolean {
    return this.#byLeader.has(account);
  }

  ofLeader(account: AccountId): readonly RunningCopy[] {
    return [...(this.#byLeader.get(account) ?? [])].flatMap((id) => this.#copies.get(id) ?? []);
  }

  /** The copied position; undefined for a leader's position that the copy did not see open, null for a skipped one. */
  followed(copy: CopyId, leaderOrder: OrderId): OrderId | null | undefined {
    return this.#followed.get(copy)?.get(leaderOrder);
  }

  follow(copy: CopyId, leaderOrder: OrderId, order: OrderId | null): void {
    const followed = this.#followed.get(copy);
    if (followed === undefined) return;
    followed.set(leaderOrder, order);
    if (order !== null) this.#copyOf.set(order, copy);
  }

  /** Forgets a leader's position that has ended, unless the copied one may still be open. */
  forget(copy: CopyId, leaderOrder: OrderId, isOpen: (order: OrderId) => boolean): void {
    const followed = this.#followed.get(copy);
    const order = followed?.get(leaderOrder);
    if (order === undefined || (order !== null && isOpen(order))) return;
    followed?.delete(leaderOrder);
    if (order !== null) this.#copyOf.delete(order);
  }

  /** The numbers of the positions that a copy has opened and that may be open. */
  positions(copy: CopyId): readonly OrderId[] {
    return [...(this.#followed.get(copy)?.values() ?? [])].filter((order) => order !== null);
  }

  /** The copy that has opened a position. */
  copyOf(order: OrderId): CopyId | undefined {
    return this.#copyOf.get(order);
  }
}
