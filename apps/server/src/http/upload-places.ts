import type { IncomingMessage } from 'node:http';
import { SECOND_MS } from '@fairlot/domain';
import type { Clock } from '../platform/clock.ts';
import { addressGroup, widerGroup } from './addresses.ts';
import { type Answer, refuse } from './answer.ts';
import { type FreePlace, PlaceCounter } from './place-counter.ts';

/** Each upload may hold 10 MB or more, so these places are some 150 MB. */
const AT_ONCE = 12;
const OF_NETWORK = 4;
const OF_NEIGHBOURHOOD = 8;
/** Time within which a body must have arrived: 10 MB at 2.7 Mbit/s. The HTTP server's own limit is about the same. */
const SLOW_MS = 30 * SECOND_MS;
const LOOK_EVERY_MS = SECOND_MS;

/** Places of large bodies. A place is taken before the first byte is read, and kept until the answer. */
export class UploadPlaces {
  readonly #places = new PlaceCounter();
  readonly #clock: Clock;
  readonly #onRefused: () => void;

  constructor(clock: Clock, onRefused: () => void = () => undefined) {
    this.#clock = clock;
    this.#onRefused = onRefused;
  }

  /**
   * Takes a place for a body of a caller, such as "user 12". A caller has one. The connection is closed when the body
   * has not arrived in time.
   */
  take(caller: string, address: string, body: IncomingMessage): FreePlace | Answer<never> {
    const own = this.#places.take([
      [caller, 1],
      [`network ${addressGroup(address)}`, OF_NETWORK],
      [`neighbourhood ${widerGroup(address)}`, OF_NEIGHBOURHOOD],
    ]);
    if (own === undefined) {
      this.#onRefused();
      return refuse('too_many_requests');
    }
    const common = this.#places.take([['all', AT_ONCE]]);
    if (common === undefined) {
      own();
      this.#onRefused();
      return refuse('overloaded');
    }
    const since = this.#clock();
    const watch = setInterval(() => {
      if (!body.complete && this.#clock() - since > SLOW_MS) body.destroy();
    }, LOOK_EVERY_MS).unref();
    return () => {
      clearInterval(watch);
      own();
      common();
    };
  }

  /** Number of bodies with a place. */
  get held(): number {
    return this.#places.of('all');
  }
}
