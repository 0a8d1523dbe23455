import type { Outgoing, Sender } from '../outbox/sender.ts';

const TIMEOUT_MS = 15_000;

/**
 * Hands SMS to a provider, or to a small adapter in front of one: POST of {"id", "to", "text"} as JSON, with the token as
 * bearer. Any answer from 200 to 299 means that it was taken.
 */
export function httpSmsSender(url: string, token: string | undefined): Sender {
  return {
    send: async ({ id, to, text }: Outgoing) => {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ id, to, text }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`the SMS provider answered ${answer.status}`);
    },
    close: () => undefined,
  };
}
