import type { MessageSender, OutgoingMessage } from './sender.ts';

const TIMEOUT_MS = 15_000;

/**
 * Sends SMS through a provider's HTTP API, or an adapter in front of one: POST of {"id", "to", "text"} as JSON, with
 * the token as bearer. Any status from 200 to 299 means that the message was accepted.
 */
export function httpSmsSender(url: string, token: string | undefined): MessageSender {
  return {
    send: async ({ id, to, text }: OutgoingMessage) => {
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
      if (!answer.ok)
        throw Object.assign(new Error(`the SMS provider answered ${answer.status}`), { responseCode: answer.status });
    },
    close: () => undefined,
  };
}
