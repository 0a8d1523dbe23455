import { addressGroup, widerGroup } from '../http/addresses.ts';
import { NEIGHBOURS } from '../http/network-budgets.ts';
import { PlaceCounter } from '../http/place-counter.ts';
import type { Connection } from './connection.ts';
import { FAST_LIMIT, FAST_OF_ACCOUNT, FAST_OF_NETWORK, FAST_SLOW_BYTES } from './limits.ts';

/** Connections with a fast subscription, and how many there may be: each costs a write for every quote. */
export class FastPlaces {
  readonly #connections = new Set<Connection>();
  readonly #places = new PlaceCounter();
  readonly #limitsNetworks: boolean;

  /** `limitsNetworks`: false where all clients may come from one address. */
  constructor(limitsNetworks: boolean) {
    this.#limitsNetworks = limitsNetworks;
  }

  get held(): number {
    return this.#connections.size;
  }

  /** Takes a place for a connection, which keeps the one that it has. Returns the reason of a refusal. */
  take(connection: Connection): 'sign_in_required' | 'overloaded' | 'too_many_subscriptions' | undefined {
    if (this.#connections.has(connection)) return undefined;
    const { session, address } = connection;
    if (session === undefined) return 'sign_in_required';
    if (this.#connections.size >= FAST_LIMIT) return 'overloaded';
    const free = this.#places.take([
      [`account ${session.account}`, FAST_OF_ACCOUNT],
      ...(this.#limitsNetworks ? networksOf(address) : []),
    ]);
    if (free === undefined) return 'too_many_subscriptions';
    this.#connections.add(connection);
    connection.fast = () => {
      this.#connections.delete(connection);
      free();
    };
    return undefined;
  }

  /** Connections that do not read as fast as they are sent to. */
  slow(): readonly Connection[] {
    return [...this.#connections].filter(({ backlog }) => backlog > FAST_SLOW_BYTES);
  }
}

function networksOf(address: string): [string, number][] {
  return [
    [`network ${addressGroup(address)}`, FAST_OF_NETWORK],
    [`neighbourhood ${widerGroup(address)}`, FAST_OF_NETWORK * NEIGHBOURS],
  ];
}
