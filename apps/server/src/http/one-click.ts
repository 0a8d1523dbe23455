import type { FastifyInstance } from 'fastify';
import type { CallLimits } from './calls.ts';

/** Longest token that is looked at. */
const MOST_CHARACTERS = 200;

/**
 * Registers one click in a mail program (RFC 8058): its provider posts a form to `path` with the token of a mail's
 * header. A GET, which filters of links send too, changes nothing. `end` is false for a token that the house did not make.
 */
export function registerOneClick(
  app: FastifyInstance,
  path: string,
  networks: CallLimits['networks'],
  end: (token: string) => Promise<boolean>,
): void {
  app.post<{ Params: { token: string } }>(`${path}/:token`, async ({ ip, params: { token } }, reply) => {
    if (!networks.take('visit', ip) || !networks.take('signIn', ip)) return reply.code(429).send();
    return reply.code(token.length <= MOST_CHARACTERS && (await end(token)) ? 200 : 404).send();
  });
}
