import { IDEMPOTENCY_HEADER } from '@fairlot/contract';
import cors from '@fastify/cors';
import formbody from '@fastify/formbody';
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { Log } from '../platform/log.ts';
import type { CallOutcome } from '../security/security-log.ts';
import type { AddressTest } from './addresses.ts';
import type { FailReason } from './answer.ts';
import { limitConnections } from './connection-limit.ts';
import { failureEnvelope, statusOf } from './envelope.ts';
import { agentOf, languageOf } from './request.ts';
import { closeSilentConnections } from './silent-connections.ts';

/** Default limit of a body. Calls with larger bodies have their own limit. */
const BODY_LIMIT_BYTES = 64 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;

export interface HttpServerSettings {
  readonly origins: readonly string[];
  readonly isTrustedProxy: AddressTest;
  readonly log: Log;
  /** Told of requests that are refused before they reach a call, for the security log. */
  readonly answered?: (outcome: CallOutcome) => void;
  /** Told of connections that are closed because there are too many. */
  readonly onRefusedConnection?: () => void;
}

/**
 * The HTTP server with the settings of all paths: parsing, security headers, envelopes of requests that reach no call.
 */
export async function createHttpServer(settings: HttpServerSettings): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: settings.isTrustedProxy,
    // HEAD requests would run the handlers of calls that change state by GET.
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // The pipeline refuses in its envelope; the answer of the framework would have none.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    // A malformed URL, or a parameter that is too long. No hook runs before it.
    frameworkErrors: (_error, request, reply) => fail(request, reply.headers(DATA_HEADERS), 'unknown_path'),
  });
  limitConnections(app.server, settings.isTrustedProxy, settings.onRefusedConnection);
  closeSilentConnections(app);
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
      // The name of a downloaded file.
      exposedHeaders: ['content-disposition'],
      // Users' sessions are a header. Cookies stay out, so no page elsewhere can use a colleague's session in the office.
      credentials: false,
      maxAge: 600,
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const screen = screenOf(request);
    return screen === undefined ? fail(request, reply, 'unknown_path') : reply.redirect(screen);
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const reason = reasonOf(error);
    if (reason === 'internal') settings.log.error({ err: error, path: request.routeOptions.url }, 'a request failed');
    const { url: call = '' } = request.routeOptions;
    settings.answered?.({ call, reason, address: request.ip, agent: agentOf(request.headers), actor: {} });
    return fail(request, reply, reason);
  });
  return app;
}

/** Paths of calls, sockets and files, whose answer is never a page. */
const NO_SCREEN = /^\/+(api|v1|office|media|assets)(\/|$)|\.\w+$/;

/**
 * The screen to which a browser goes that was given its path without the `#`, such as /register from a poster. Undefined
 * for all other requests.
 */
function screenOf({ method, headers, url }: FastifyRequest): string | undefined {
  const [path = '', ...query] = url.split('?');
  const isPage = method === 'GET' && (headers.accept ?? '').includes('text/html') && !NO_SCREEN.test(path);
  return isPage ? `/#${path}${query.length === 0 ? '' : `?${query.join('?')}`}` : undefined;
}

/**
 * Security headers of answers that are not pages: no other content type, no scripts. Pages have their own (pages.ts).
 */
const DATA_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

function fail(request: FastifyRequest, reply: FastifyReply, reason: FailReason): FastifyReply {
  return reply
    .code(statusOf(reason))
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(failureEnvelope(reason, languageOf(request.headers))));
}

/**
 * The reason for a failure before a call was reached. An unreadable body counts as a refusal of the application,
 * so its status is 200.
 */
function reasonOf(error: FastifyError): FailReason {
  if (error.statusCode === 413) return 'body_too_large';
  if (error.statusCode === 415) return 'unsupported_type';
  if (error.statusCode === 404) return 'unknown_path';
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) return 'bad_request';
  return 'internal';
}
