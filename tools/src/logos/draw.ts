/** Parts of instrument logos as SVG on a 40 px grid. */

const EDGE = 40;
/** Outline that keeps a dark circle visible on a dark page. */
const RING = '<circle cx="20" cy="20" r="19.5" fill="none" stroke="#8b899b" stroke-opacity=".4"/>';

/** Wraps a drawing into an SVG document. */
export function document(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${EDGE} ${EDGE}">${content}</svg>\n`;
}

/** Places a drawing with its own viewBox as a circle of the given diameter. Prefixes its ids with `name`, so that two drawings do not clash. */
export function placed(svg: string, name: string, x: number, y: number, diameter: number): string {
  const viewBox = /viewBox="([^"]+)"/.exec(svg)?.[1];
  const content = /<svg[^>]*>([\s\S]*)<\/svg>/.exec(svg)?.[1];
  if (viewBox === undefined || content === undefined) throw new Error(`logos: ${name} is not a drawing with a viewBox`);
  const own = content
    .replaceAll(/\bid="([^"]+)"/g, `id="${name}-$1"`)
    .replaceAll(/url\(#([^)]+)\)/g, `url(#${name}-$1)`);
  const radius = diameter / 2;
  return (
    `<clipPath id="${name}-round"><circle cx="${x + radius}" cy="${y + radius}" r="${radius}"/></clipPath>` +
    `<g clip-path="url(#${name}-round)"><svg x="${x}" y="${y}" width="${diameter}" height="${diameter}" viewBox="${viewBox}" fill="none">${own.replaceAll(/\s*\n\s*/g, '').trim()}</svg></g>`
  );
}

/** Two round flags, base at the top left and quote at the bottom right, with a transparent gap between them. */
export function pair(base: string, quote: string): string {
  return document(
    '<mask id="gap"><path fill="#fff" d="M0 0h40v40H0z"/><circle cx="27.5" cy="27.5" r="14" fill="#000"/></mask>' +
      `<g mask="url(#gap)">${placed(base, 'base', 0, 0, 27)}</g>${placed(quote, 'quote', 15, 15, 25)}`,
  );
}

/** One drawing as a full circle. */
export function single(svg: string, name: string): string {
  return document(placed(svg, name, 0, 0, EDGE) + RING);
}

/** A flag with the number of an index. */
export function index(flag: string, number: string): string {
  const width = 8 + number.length * 5.5;
  const x = EDGE - width;
  return document(
    `<mask id="gap"><path fill="#fff" d="M0 0h40v40H0z"/><rect x="${x - 2}" y="23" width="${width + 4}" height="19" rx="8" fill="#000"/></mask>` +
      `<g mask="url(#gap)">${placed(flag, 'flag', 0, 0, 36)}</g>` +
      `<rect x="${x}" y="25" width="${width}" height="15" rx="6" fill="#3a3750"/>` +
      `<text x="${x + width / 2}" y="36" text-anchor="middle" font-family="system-ui,sans-serif" font-size="10" font-weight="700" fill="#fff">${number}</text>`,
  );
}

/** A bar of metal with its chemical symbol. */
export function metal(symbol: string, light: string, dark: string): string {
  return document(
    `<circle cx="20" cy="20" r="20" fill="${light}"/><path d="M12.5 14h15l5 13h-25z" fill="${dark}"/><path d="M12.5 14h15l1 2.500h-17z" fill="#fff" opacity=".35"/>` +
      `<text x="20" y="25" text-anchor="middle" font-family="system-ui,sans-serif" font-size="9" font-weight="700" fill="#fff">${symbol}</text>`,
  );
}

/** A drop of oil or a flame of gas. */
export function fuel(kind: 'drop' | 'flame', background: string, ink: string): string {
  const shape =
    kind === 'drop'
      ? `<path d="M20 8c4.5 5.5 8 9.6 8 14a8 8 0 0 1-16 0c0-4.4 3.5-8.5 8-14z" fill="${ink}"/><path d="M16 22.500a4 4 0 0 0 3.5 4" stroke="${background}" stroke-width="2" stroke-linecap="round" fill="none"/>`
      : `<path d="M21 7c1 5-6 8-7.5 13.500C12 27 15.5 32 20.5 32S29 27.5 28 22.500c-.6-3-2.5-4.3-3-7-1.5 1-2 2.5-2 4C22 15.5 23.5 10.5 21 7z" fill="${ink}"/><path d="M20.5 22c.5 2-2.5 3-2.5 5.500a2.7 2.7 0 0 0 5.4 0c0-2.3-1.7-3.5-2.9-5.500z" fill="${background}"/>`;
  return document(`<circle cx="20" cy="20" r="20" fill="${background}"/>${shape}`);
}

/** A coin with a letter, for coins without a suitable drawing in the icon packages. */
export function coin(letter: string, background: string): string {
  return document(
    `<circle cx="20" cy="20" r="20" fill="${background}"/><circle cx="20" cy="20" r="15" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="1.5"/>` +
      `<text x="20" y="27" text-anchor="middle" font-family="system-ui,sans-serif" font-size="20" font-weight="700" fill="#fff">${letter}</text>`,
  );
}
