import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { failureEnvelope, statusOf } from './envelope.ts';
import { languageOf } from './request.ts';

/** The first parts of the paths of all calls, and of pictures in the database. */
const PREFIXES = ['/api', '/v1', '/office/api', '/media'] as const;
/** Longest wait for an answer: an export may take as long. */
const ANSWER_MS = 60_000;

/**
 * Forwards every call that this process does not answer itself to another one. `target`: its address; undefined while
 * nobody is known to answer.
 */
export async function forwardCalls(app: FastifyInstance, target: () => string | undefined): Promise<void> {
  await app.register(async (scope) => {
    // Bodies go on as they came: a form that was read here would be an object that can't be sent.
    scope.removeAllContentTypeParsers();
    for (const prefix of PREFIXES)
      await scope.register(httpProxy, {
        prefix,
        rewritePrefix: prefix,
        upstream: '',
        undici: { headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS, connections: 128 },
        preHandler: (request, reply, next) => {
          if (target() !== undefined) return next();
          return reply
            .code(statusOf('not_ready'))
            .header('cache-control', 'no-store')
            .type('application/json; charset=utf-8')
            .send(JSON.stringify(failureEnvelope('not_ready', languageOf(request.headers))));
        },
        replyOptions: {
          getUpstream: () => target() ?? '',
          // The default repeats a GET that was refused with 503 ten times, when the house has too much to do already.
          retryDelay: () => null,
          rewriteRequestHeaders: (request, headers) => ({ ...headers, ...forwardedHeaders(request as FastifyRequest) }),
          onError: (reply) => {
            // The call may have been carried out; a repeat under its key tells.
            void reply
              .code(statusOf('not_ready'))
              .header('cache-control', 'no-store')
              .type('application/json; charset=utf-8')
              .send(JSON.stringify(failureEnvelope('not_ready', languageOf(reply.request.headers))));
          },
        },
      });
  });
}

/** The visitor as this process sees it: what a visitor has written there itself is replaced. */
function forwardedHeaders({ ip, protocol, headers, host }: FastifyRequest): Record<string, string> {
  return {
    host: headers.host ?? host,
    'x-forwarded-for': ip,
    'x-forwarded-proto': protocol,
    'x-forwarded-host': host,
  };
}
