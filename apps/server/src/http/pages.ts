import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { languageFromCookie, languageOr } from '@fairlot/i18n';
import helmet from '@fastify/helmet';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { takesGzip } from './send-answer.ts';
import { CompressedPages, ownScript, startPage } from './start-page.ts';
import { webManifest } from './web-manifest.ts';

/** The build names files in assets/ by their content, so they never change. */
const UNCHANGING = /[\\/]assets[\\/]/;
const SHORT = 'public, max-age=3600';
const FOREVER = 'public, max-age=31536000, immutable';

/** Placeholder while the pages are being built. It reloads every second. */
const PAGES_ARE_COMING =
  '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="1"><title>…</title><p>The pages are being built.</p>';

export interface PagesSettings {
  readonly folder: string;
  /** Folder of the back office's pages, served under /office/. */
  readonly officeFolder: string;
  readonly siteTitle: () => string;
  /** Margin level in per cent at which positions are closed. */
  readonly stopOutLevel: () => number;
  /** Code of the language for visitors who have not chosen one. */
  readonly defaultLanguage: () => string;
  /** URL of another helpdesk, shown in a frame; empty for none. */
  readonly serviceLink: () => string;
  /** The API's origin where it is not the page's own, and how the page is told. */
  readonly separateApi: { readonly apiOrigin: string; readonly stated: string } | undefined;
}

/**
 * Content security policy: pages load nothing from other origins except the helpdesk's frame and a separate API's
 * answers and pictures. 'self' covers the socket of the same origin.
 */
const contentSecurityPolicy = (serviceLink: () => string, apiOrigin: string | undefined) => ({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:', ...(apiOrigin === undefined ? [] : [apiOrigin])],
  'font-src': ["'self'"],
  'connect-src': ["'self'", ...(apiOrigin === undefined ? [] : [apiOrigin, apiOrigin.replace(/^http/, 'ws')])],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'"],
  'frame-src': [() => (URL.canParse(serviceLink()) ? new URL(serviceLink()).origin : "'none'")],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
});

/** Registers the built pages with cache headers, their precompressed variants, and the web app manifest. */
export async function registerPages(app: FastifyInstance, settings: PagesSettings): Promise<void> {
  await app.register(async (pages) => {
    await protect(pages, settings.serviceLink, settings.separateApi?.apiOrigin);
    await registerFiles(pages, settings);
  });
  await app.register(async (pages) => {
    // The office keeps its session in a cookie and calls its own origin alone.
    await protect(pages, () => '', undefined);
    await registerOffice(pages, settings.officeFolder);
  });
}

/** Sends pages with headers that allow only the build's own scripts, in files. */
async function protect(
  pages: FastifyInstance,
  serviceLink: () => string,
  apiOrigin: string | undefined,
): Promise<void> {
  // The policy for answers forbids everything. It must be removed, or it would override helmet's policy for pages.
  pages.addHook('onRequest', (_request, reply, next) => {
    reply.removeHeader('content-security-policy');
    next();
  });
  await pages.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(serviceLink, apiOrigin) },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    // Only the reverse proxy knows whether the site is https, so it sets this header.
    strictTransportSecurity: false,
  });
}

/** Options for the static files of a folder. Files named by content are cached forever, pages are revalidated. */
const staticFiles = (root: string) =>
  ({
    root,
    preCompressed: true,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) => {
      // The service worker decides which build a browser shows, so it is revalidated like a page.
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

async function registerFiles(
  app: FastifyInstance,
  { folder, siteTitle, stopOutLevel, defaultLanguage, separateApi }: PagesSettings,
): Promise<void> {
  app.get<{ Querystring: { lang?: string | string[] } }>('/manifest.json', ({ query: { lang } }, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json')
      .send(webManifest(siteTitle(), languageOr(typeof lang === 'string' ? lang : defaultLanguage()))),
  );

  await app.register(fastifyStatic, staticFiles(folder));

  // The file alone lacks the values of the site and the policy for its script.
  app.route({
    method: ['GET', 'HEAD'],
    url: '/index.html',
    handler: (_request, reply) => reply.redirect('/', 301),
  });
  const compressed = new CompressedPages();
  app.route({
    method: ['GET', 'HEAD'],
    url: '/',
    handler: async ({ headers }, reply) => {
      const language = languageOr(defaultLanguage());
      const visitor = languageFromCookie(headers.cookie ?? '', language);
      const page = await startPage(folder, {
        siteTitle: siteTitle(),
        stopOutLevel: stopOutLevel(),
        language,
        statedApi: separateApi?.stated,
        visitor,
      });
      if (page === undefined) return pagesAreComing(reply);
      allowOwnScript(reply, page);
      reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding, cookie' }).type('text/html; charset=utf-8');
      if (!takesGzip(headers['accept-encoding'])) return reply.send(page);
      return reply.header('content-encoding', 'gzip').send(await compressed.of(visitor, page));
    },
  });
}

/** Adds a page's own script to its policy, by its hash. */
function allowOwnScript(reply: FastifyReply, page: string): void {
  const source = ownScript(page);
  const policy = reply.getHeader('content-security-policy');
  if (source !== undefined && typeof policy === 'string')
    reply.header(
      'content-security-policy',
      policy.replace("script-src 'self'", (own) => `${own} ${source}`),
    );
}

function pagesAreComing(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .header('cache-control', 'no-store')
    .header('retry-after', '1')
    .type('text/html; charset=utf-8')
    .send(PAGES_ARE_COMING);
}
