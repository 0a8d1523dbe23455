import type { EngineImage, Event } from '@fairlot/engine';

type Party = Extract<Event, { type: 'transferred' }>['debit'];

/** The sums of all transfers, from the journals alone: of each book of an account, and of the house. */
export class MoneyBooks {
  readonly #sums = new Map<string, bigint>();
  readonly #lastTransfer = new Map<number, number>();

  take(shard: number, events: readonly Event[]): void {
    for (const event of events) {
      if (event.type !== 'transferred') continue;
      const last = this.#lastTransfer.get(shard) ?? 0;
      if (event.id !== last + 1) throw new Error(`transfer ${event.id} of shard ${shard} follows ${last}`);
      this.#lastTransfer.set(shard, event.id);
      this.#add(event.debit, 0n - event.amount);
      this.#add(event.credit, event.amount);
    }
  }

  /** The first difference between the books and the states of all shards; undefined for none. */
  differenceTo(images: readonly EngineImage[]): string | undefined {
    let clients = 0n;
    for (const { accounts } of images)
      for (const { id, cash, orderReserve, withdrawalHold } of accounts) {
        const books = { cash, orderReserve, withdrawalHold };
        for (const [book, amount] of Object.entries(books)) {
          const sum = this.#sums.get(`${id} ${book}`) ?? 0n;
          if (sum !== amount) return `${book} of account ${id} is ${amount}, and its transfers give ${sum}`;
          clients += amount;
        }
      }
    let house = 0n;
    for (const [name, sum] of this.#sums) if (name.startsWith('house')) house += sum;
    return clients + house === 0n ? undefined : `the clients have ${clients}, and the house ${house}`;
  }

  #add(party: Party, amount: bigint): void {
    const name = 'house' in party ? `house ${party.house}` : `${party.account} ${party.book}`;
    this.#sums.set(name, (this.#sums.get(name) ?? 0n) + amount);
  }
}
