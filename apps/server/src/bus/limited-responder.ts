import type { Responder } from './bus.ts';

/** Requests that are answered at once by default: as many commands as a trading host takes. */
export const DEFAULT_MOST_ANSWERS = 10_000;

/** Answers at most so many requests at a time. Further ones are rejected, which leaves them without an answer. */
export function limited(responder: Responder, most: number): Responder {
  let running = 0;
  return async (data) => {
    if (running >= most) throw new Error(`${most} requests are being answered`);
    running += 1;
    try {
      return await responder(data);
    } finally {
      running -= 1;
    }
  };
}
