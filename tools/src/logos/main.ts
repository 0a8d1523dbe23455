// `node tools/run.mjs tools/src/logos/main.ts`: writes the logo of every reference instrument. Flags come from circle-flags
// and coins from @web3icons/core (both MIT, see NOTICE.txt); draw.ts draws the others.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { REFERENCE_INSTRUMENTS } from '../../../apps/server/src/market/reference/instruments.ts';
import { coin, fuel, index, metal, pair, single } from './draw.ts';

const require = createRequire(import.meta.url);
const OUTPUT = join(process.cwd(), 'apps/trader/public/logos');

const COUNTRY: Readonly<Record<string, string>> = {
  EUR: 'eu',
  USD: 'us',
  GBP: 'gb',
  JPY: 'jp',
  CHF: 'ch',
  AUD: 'au',
  CAD: 'ca',
  NZD: 'nz',
  HKD: 'hk',
  SGD: 'sg',
};
const COINS: ReadonlySet<string> = new Set(['BTC', 'ETH', 'SOL', 'XRP', 'BNB', 'ADA', 'LTC']);
const INDICES: Readonly<Record<string, readonly [country: string, number: string]>> = {
  US500: ['us', '500'],
  US100: ['us', '100'],
  US30: ['us', '30'],
  GER40: ['de', '40'],
  UK100: ['gb', '100'],
  FRA40: ['fr', '40'],
  EU50: ['eu', '50'],
  JP225: ['jp', '225'],
  AUS200: ['au', '200'],
  HK50: ['hk', '50'],
};
const DRAWN: Readonly<Record<string, string>> = {
  XAU: metal('Au', '#f3d27a', '#a8741a'),
  XAG: metal('Ag', '#dfe3ea', '#6f7a8a'),
  XPT: metal('Pt', '#d5dde3', '#4f6472'),
  XPD: metal('Pd', '#e4dcd6', '#77655a'),
  WTI: fuel('drop', '#3c4258', '#f1f0f6'),
  BRENT: fuel('drop', '#0f4c5c', '#e8f4f6'),
  NATGAS: fuel('flame', '#12406e', '#6cb8ff'),
  DOGE: coin('Ð', '#b59a30'),
};

const flag = (country: string): Promise<string> =>
  readFile(require.resolve(`circle-flags/flags/${country}.svg`), 'utf8');

async function coinDrawing(symbol: string): Promise<string> {
  const folder = dirname(require.resolve('@web3icons/core'));
  const module = (await import(pathToFileURL(join(folder, `svgs/tokens/background/${symbol}.svg.js`)).href)) as {
    default: string;
  };
  return module.default;
}

async function logoOf({ baseCurrency, quoteCurrency, code }: (typeof REFERENCE_INSTRUMENTS)[number]): Promise<string> {
  const drawn = DRAWN[baseCurrency];
  if (drawn !== undefined) return drawn;
  const listed = INDICES[baseCurrency];
  if (listed !== undefined) return index(await flag(listed[0]), listed[1]);
  if (COINS.has(baseCurrency)) return single(await coinDrawing(baseCurrency), 'coin');
  const base = COUNTRY[baseCurrency];
  const quote = COUNTRY[quoteCurrency];
  if (base === undefined || quote === undefined) throw new Error(`logos: no drawing for ${code}`);
  return pair(await flag(base), await flag(quote));
}

await mkdir(OUTPUT, { recursive: true });
for (const instrument of REFERENCE_INSTRUMENTS) {
  await writeFile(join(OUTPUT, `${instrument.code.toLowerCase()}.svg`), await logoOf(instrument));
}
console.log(`logos: ${REFERENCE_INSTRUMENTS.length} written to ${OUTPUT}`);
