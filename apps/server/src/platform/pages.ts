import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { languageOr } from '@fairlot/i18n';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { startPage } from './start-page.ts';
import { webManifest } from './web-manifest.ts';

/** The build names what is under assets/ by its content, so it never changes. */
const UNCHANGING = /[\\/]assets[\\/]/;
const SHORT = 'public, max-age=3600';
const FOREVER = 'public, max-age=31536000, immutable';

/** Shown by a server whose pages are still being built; it asks again by itself. */
const PAGES_ARE_COMING =
  '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="1"><title>…</title><p>The pages are being built.</p>';

export interface PagesSettings {
  readonly folder: string;
  /** The back office's pages, shown under /office/. */
  readonly officeFolder: string;
  readonly siteTitle: () => string;
  /** Page of another helpdesk, which is shown in a frame; empty for none. */
  readonly serviceLink: () => string;
}

/** The pages load nothing from elsewhere, but for the helpdesk's frame; 'self' covers the socket of the same origin. */
const contentSecurityPolicy = (serviceLink: () => string) => ({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'"],
  'frame-src': [() => (URL.canParse(serviceLink()) ? new URL(serviceLink()).origin : "'none'")],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
});

/** The built pages with their caching, already compressed where the build did that, and the web app's manifest. */
export async function registerPages(app: FastifyInstance, settings: PagesSettings): Promise<void> {
  await app.register(async (pages) => {
    await protect(pages, settings.serviceLink);
    await registerFiles(pages, settings);
  });
  await app.register(async (pages) => {
    await protect(pages, () => '');
    await registerOffice(pages, settings.officeFolder);
  });
}

/** What pages are sent with, so that they run nothing but what we built. */
async function protect(pages: FastifyInstance, serviceLink: () => string): Promise<void> {
  // The policy of answers forbids everything; left on the reply, it would overrule the one that helmet gives to pages.
  pages.addHook('onRequest', (_request, reply, next) => {
    reply.removeHeader('content-security-policy');
    next();
  });
  await pages.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(serviceLink) },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    // Whether the site is https is the reverse proxy's knowledge, and so is this header.
    strictTransportSecurity: false,
  });
}

/** Files of a folder, named by their content or asked for again. */
const staticFiles = (root: string) =>
  ({
    root,
    preCompressed: true,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) => {
      // The service worker decides which build a browser shows, so it is asked for each time like the page.
      const isPage = /(\.html|[\\/]sw\.js)(\.(br|gz))?$/.test(path);
      reply.header('cache-control', UNCHANGING.test(path) ? FOREVER : isPage ? 'no-cache' : SHORT);
      reply.header('vary', 'accept-encoding');
    },
  }) as const satisfies FastifyStaticOptions;

async function registerOffice(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, { ...staticFiles(folder), prefix: '/office/' });
  app.route({ method: ['GET', 'HEAD'], url: '/office', handler: (_request, reply) => reply.redirect('/office/') });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/office/',
    handler: (_request, reply) => {
      if (existsSync(join(folder, 'index.html'))) return reply.sendFile('index.html');
      return pagesAreComing(reply);
    },
  });
}

async function registerFiles(app: FastifyInstance, { folder, siteTitle }: PagesSettings): Promise<void> {
  app.get<{ Querystring: { lang?: string | string[] } }>('/manifest.json', ({ query: { lang } }, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json')
      .send(webManifest(siteTitle(), languageOr(typeof lang === 'string' ? lang : undefined))),
  );

  await app.register(fastifyStatic, staticFiles(folder));

  app.route({
    method: ['GET', 'HEAD'],
    url: '/',
    handler: async (_request, reply) => {
      const page = await startPage(folder, siteTitle());
      if (page !== undefined)
        return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
      return pagesAreComing(reply);
    },
  });
}

function pagesAreComing(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .header('cache-control', 'no-store')
    .header('retry-after', '1')
    .type('text/html; charset=utf-8')
    .send(PAGES_ARE_COMING);
}
