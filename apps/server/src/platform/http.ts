import cors from '@fastify/cors';
import formbody from '@fastify/formbody';
import { IDEMPOTENCY_HEADER } from '@fairlot/contract';
import { fastify } from 'fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AddressTest } from './addresses.ts';
import type { FailReason } from './answer.ts';
import { failureEnvelope, statusOf } from './envelope.ts';
import { languageOf } from './language.ts';
import type { Log } from './log.ts';

/** No call of this platform needs more. */
const BODY_LIMIT_BYTES = 64 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;

export interface HttpSettings {
  readonly origins: readonly string[];
  readonly isTrustedProxy: AddressTest;
  readonly log: Log;
}

/** The HTTP server with what holds for every path: parsing, security headers, envelopes for what never reaches a call. */
export async function createHttp(settings: HttpSettings): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: settings.isTrustedProxy,
    // HEAD would run the handlers of calls that change state by GET.
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    // Only an unreadable address gets here.
    frameworkErrors: (_error, request, reply) => fail(request, reply, 'unknown_path'),
  });
  await app.register(formbody);
  app.addHook('onRequest', (_request, reply, next) => {
    void reply.headers(DATA_HEADERS);
    next();
  });
  if (settings.origins.length > 0) {
    await app.register(cors, {
      origin: [...settings.origins],
      methods: ['GET', 'POST', 'DELETE'],
      allowedHeaders: ['authorization', 'content-type', 'lang', IDEMPOTENCY_HEADER],
      maxAge: 600,
    });
  }
  app.setNotFoundHandler((request, reply) => fail(request, reply, 'unknown_path'));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const reason = reasonOf(error);
    if (reason === 'internal') settings.log.error({ err: error, path: request.routeOptions.url }, 'a request failed');
    return fail(request, reply, reason);
  });
  return app;
}

/** What an answer that is no page tells a browser: take it for nothing else, and run nothing of it. Pages have more (pages.ts). */
const DATA_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

function fail(request: FastifyRequest, reply: FastifyReply, reason: FailReason): FastifyReply {
  return reply
    .code(statusOf(reason))
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(failureEnvelope(reason, languageOf(request.headers['lang']))));
}

/** What went wrong before a call was reached. A body that can't be read is the application's to refuse, so it answers 200. */
function reasonOf(error: FastifyError): FailReason {
  if (error.statusCode === 413) return 'body_too_large';
  if (error.statusCode === 415) return 'unsupported_type';
  if (error.statusCode === 404) return 'unknown_path';
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) return 'bad_request';
  return 'internal';
}
