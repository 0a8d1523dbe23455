// `node tools/run.mjs tools/src/icons.ts`: renders the product's logo as the icons that browsers and phones request.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchBrowser } from '../../e2e/src/support/browser.ts';

const OUTPUT = join(process.cwd(), 'apps/trader/public/icons');
const BACKGROUND = '#4030b4';

/**
 * The letter F: its stem is a candle, its arms are two bars of equal height. Every edge lies on a sixteenth of the canvas,
 * so that the 16 px icon of a browser tab is sharp.
 */
const sign = (ink: string, second: string): string =>
  `<rect x="160" y="64" width="32" height="384" rx="16" fill="${ink}"/><rect x="128" y="128" width="96" height="256" rx="24" fill="${ink}"/>` +
  `<rect x="256" y="128" width="128" height="64" rx="20" fill="${second}"/><rect x="256" y="224" width="96" height="64" rx="20" fill="${second}"/>`;

interface Mark {
  /** Corner radius of the background; 0 for icons that the phone itself crops. */
  readonly radius: number;
  /** Scale of the letter. A maskable icon may be cropped to a circle; below 1 the letter stays in the safe zone of 80%. */
  readonly scale?: number;
}

const mark = ({ radius, scale = 1 }: Mark): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="${radius}" fill="${BACKGROUND}"/>` +
  `<g transform="translate(256 256) scale(${scale}) translate(-256 -256)">${sign('#fff', '#c3bcff')}</g></svg>\n`;

/** The letter without a background: phones use only the alpha channel of a monochrome icon. */
const MONOCHROME = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><g transform="translate(256 256) scale(0.9) translate(-256 -256)">${sign('#000', '#000')}</g></svg>\n`;

const IMAGES = [
  { name: 'icon-180.png', edge: 180, svg: mark({ radius: 0 }) },
  { name: 'icon-192.png', edge: 192, svg: mark({ radius: 112 }) },
  { name: 'icon-512.png', edge: 512, svg: mark({ radius: 112 }) },
  { name: 'icon-maskable-512.png', edge: 512, svg: mark({ radius: 0, scale: 0.9 }) },
  { name: 'icon-monochrome-512.png', edge: 512, svg: MONOCHROME },
];

await mkdir(OUTPUT, { recursive: true });
await writeFile(join(OUTPUT, 'icon.svg'), mark({ radius: 112 }));
const browser = await launchBrowser();
for (const { name, edge, svg } of IMAGES) {
  const page = await browser.newPage({ viewport: { width: edge, height: edge } });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`);
  await page.screenshot({ path: join(OUTPUT, name), omitBackground: true });
  await page.close();
}
await browser.close();
console.log(`icons: ${IMAGES.length + 1} written to ${OUTPUT}`);
