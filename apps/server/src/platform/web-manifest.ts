import { languageOf, translate } from '@fairlot/i18n';
import type { LanguageCode, ServerKey } from '@fairlot/i18n';

/** The light canvas of the pages: what the start screen of an installed page shows before the page does. */
const CANVAS = '#f4f4f8';

const ICONS = [
  { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml' },
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  { src: '/icons/icon-monochrome-512.png', sizes: '512x512', type: 'image/png', purpose: 'monochrome' },
];

/** Where a long press on the installed page's icon leads. */
const SHORTCUTS: readonly (readonly [key: ServerKey, path: string])[] = [
  ['shortcut.trade', '/trade'],
  ['shortcut.orders', '/order'],
  ['shortcut.alerts', '/alerts'],
];

/** The web app manifest: how the page is called, looks and starts when it is installed. Its `id` stays the same in every language. */
export function webManifest(siteTitle: string, language: LanguageCode): object {
  const { tag, direction } = languageOf(language);
  return {
    id: '/',
    name: siteTitle,
    short_name: siteTitle,
    lang: tag,
    dir: direction,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: CANVAS,
    theme_color: CANVAS,
    categories: ['finance'],
    icons: ICONS,
    shortcuts: SHORTCUTS.map(([key, path]) => ({
      name: translate(language, key),
      url: `/#${path}`,
      icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
    })),
  };
}
