import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { createHttpServer } from '../http/http-server.ts';
import { addressTest } from '../http/addresses.ts';
import { guardOffice } from '../http/office-access.ts';
import { registerPages } from '../http/pages.ts';
import { Pipeline } from '../http/pipeline.ts';
import { explain } from '../http/port-check.ts';
import type { CoreDeps } from './deps.ts';
import { type Security } from './security.ts';

/** The HTTP server, which tells proxies and the office's visitors apart, and the pipeline of its calls. */
export async function openHttp(
  core: CoreDeps,
  answered: Security['answered'],
): Promise<{ readonly app: FastifyInstance; readonly pipeline: Pipeline }> {
  const { config, isTrustedProxy, proxies, log, limits, metrics } = core;
  const pageOrigins = config.separateApi === undefined ? [] : [config.separateApi.pageOrigin];
  const app = await createHttpServer({
    origins: [...config.origins, ...pageOrigins],
    isTrustedProxy,
    log,
    answered,
    onRefusedConnection: () => metrics.limitHit('connections'),
  });
  proxies.watch(app);
  const { origin, from, isPlainHttpAllowed } = config.office;
  const written = (): Promise<void> => core.trading.written();
  guardOffice(app, { origin, isFrom: from && addressTest(from), isPlainHttpAllowed, proxies });
  return { app, pipeline: new Pipeline(app, { ...core, limits: limits.networks, written, answered }) };
}

export async function openPages(app: FastifyInstance, core: CoreDeps): Promise<void> {
  const { config } = core;
  await registerPages(app, {
    folder: config.pagesDir,
    officeFolder: config.officePagesDir,
    siteTitle: () => core.settings.get('site_title'),
    stopOutLevel: () => core.settings.get('stop_out_ratio'),
    defaultLanguage: () => core.settings.get('default_language'),
    serviceLink: () => core.settings.get('service_link'),
    separateApi: config.separateApi,
  });
}

/** The origin of the pages as users reach them. */
export function originOf(app: FastifyInstance, config: Config): string {
  return config.siteOrigin ?? config.separateApi?.pageOrigin ?? urlOf(app, config);
}

/** The origin of the office as staff reach it. */
export function officeOriginOf(app: FastifyInstance, config: Config): string {
  return config.office.origin ?? originOf(app, config);
}

export async function listen(app: FastifyInstance, { port, host }: Config): Promise<void> {
  await app.listen({ port, host }).catch((error: unknown) => {
    throw explain(error, port, host);
  });
}

/** Replaces an address that means "every interface", because a browser can't open it. */
export function urlOf(app: FastifyInstance, { port, host }: Config): string {
  const bound = app.server.address();
  const name = ['0.0.0.0', '::', ''].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${typeof bound === 'object' && bound !== null ? bound.port : port}`;
}
