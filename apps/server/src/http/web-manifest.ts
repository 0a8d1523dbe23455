import { type LanguageCode, type ServerKey, languageOf, translate } from '@fairlot/i18n';

/** The light background of the pages, shown while an installed page starts. */
const CANVAS = '#f4f4f8';

const ICONS = [
  { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml' },
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  { src: '/icons/icon-monochrome-512.png', sizes: '512x512', type: 'image/png', purpose: 'monochrome' },
];

/** Shortcuts in the context menu of the installed page's icon. */
const SHORTCUTS: readonly (readonly [key: ServerKey, path: string])[] = [
  ['shortcut.trade', '/trade'],
  ['shortcut.orders', '/order'],
  ['shortcut.alerts', '/alerts'],
];

/** The web app manifest: name, appearance and start of the installed page. Its `id` is the same in every language. */
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
