// Renders the product's mark as the images that phones ask for: `node tools/run.mjs tools/src/icons.ts`.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchBrowser } from '../../e2e/src/support/browser.ts';

const OUTPUT = join(process.cwd(), 'apps/trader/public/icons');

/** A candle that is the stem of an F; its arms are two lots of one measure. */
const SIGN = '<path d="M192 92v328" stroke="#fff" stroke-width="24" stroke-linecap="round"/>'
  + '<rect x="148" y="140" width="88" height="232" rx="20" fill="#fff"/>'
  + '<rect x="256" y="140" width="124" height="64" rx="20" fill="#b9b0ff"/><rect x="256" y="236" width="80" height="64" rx="20" fill="#b9b0ff"/>';

const mark = (radius: number, scale: number): string =>
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">'
  + `<rect width="512" height="512" rx="${radius}" fill="#4030b4"/>`
  + `<g transform="translate(256 256) scale(${scale}) translate(-264 -256)">${SIGN}</g></svg>\n`;

const IMAGES = [
  { name: 'icon-180.png', edge: 180, svg: mark(0, 1.1) },
  { name: 'icon-192.png', edge: 192, svg: mark(112, 1.1) },
  { name: 'icon-512.png', edge: 512, svg: mark(112, 1.1) },
  // A mask may cut to a circle: the sign stays inside the safe 80%.
  { name: 'icon-maskable-512.png', edge: 512, svg: mark(0, 0.8) },
];

await mkdir(OUTPUT, { recursive: true });
await writeFile(join(OUTPUT, 'icon.svg'), mark(112, 1.1));
const browser = await launchBrowser();
for (const { name, edge, svg } of IMAGES) {
  const page = await browser.newPage({ viewport: { width: edge, height: edge } });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`);
  await page.screenshot({ path: join(OUTPUT, name), omitBackground: true });
  await page.close();
}
await browser.close();
console.log(`icons: ${IMAGES.length + 1} written to ${OUTPUT}`);
