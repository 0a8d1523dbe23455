// Inspects every screen in every language automatically. Started by tools/sweep.mjs.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { LANGUAGE_CODES } from '@fairlot/i18n';
import { launchBrowser } from '../support/browser.ts';
import { startMailbox } from '../support/mailbox.ts';
import { startFairlotFrom } from '../support/server.ts';
import { ContactSheets } from './contact-sheets.ts';
import { KINDS } from './finding.ts';
import type { Finding } from './finding.ts';
import { PHONE, WIDE, axeFlaws } from './looks.ts';
import { pageProgram } from './program.ts';
import { OFFICE_SCREENS } from './office-screens.ts';
import { officeSite } from './office-site.ts';
import { officeOf } from './office-world.ts';
import { SCREENS } from './screens.ts';
import type { Site } from './site.ts';
import type { ScreenState } from './state.ts';
import { sweepLanguage } from './sweep.ts';
import type { SweepPlan } from './sweep.ts';
import { traderSite } from './trader-site.ts';
import { NO_RATE_LIMITS, peopleOf } from './world.ts';

const { values } = parseArgs({
  options: {
    languages: { type: 'string', default: LANGUAGE_CODES.join(',') },
    routes: { type: 'string', default: '' },
    pages: { type: 'string', default: 'trader,office' },
    width: { type: 'string' },
    height: { type: 'string' },
    scheme: { type: 'string', default: 'light' },
    text: { type: 'string', default: '100' },
    axe: { type: 'boolean', default: false },
    shots: { type: 'string' },
    json: { type: 'string', default: 'e2e/results/sweep.json' },
    server: { type: 'string', default: '' },
  },
});

/** Number of browser contexts at the same time; more bring no gain on few cores. */
const PARALLEL_CONTEXTS = 2;
const wanted = values.routes.split(',');

const mailbox = await startMailbox();
const fairlot = await startFairlotFrom(values.server, {
  ...NO_RATE_LIMITS,
  FAIRLOT_SMTP_URL: mailbox.url,
  FAIRLOT_MAIL_FROM: 'no-reply@example.com',
});
/** True if the text size of the browser is not the default. */
const enlarged = Number(values.text) !== 100;
const browser = await launchBrowser({
  args: enlarged ? [`--blink-settings=defaultFontSize=${(16 * Number(values.text)) / 100}`] : [],
});
const findings: Finding[] = [];
try {
  const world = await peopleOf(fairlot, mailbox);
  const pages = values.pages.split(',');
  if (pages.includes('trader')) await look('trader', SCREENS, traderSite(world), PHONE);
  if (pages.includes('office'))
    await look(
      'office',
      OFFICE_SCREENS,
      officeSite(await officeOf(fairlot, mailbox, world, browser), fairlot.url),
      WIDE,
    );
} finally {
  await browser.close();
  await fairlot.stop();
  await mailbox.stop();
}
report(findings);
mkdirSync(dirname(values.json), { recursive: true });
writeFileSync(values.json, `${JSON.stringify(findings, null, 2)}\n`);
process.exit(findings.length === 0 ? 0 : 1);

/** Inspects one of the pages, in the most common window size unless another is given. */
async function look(
  name: string,
  all: readonly ScreenState[],
  site: Site,
  usual: { readonly width: number; readonly height: number },
): Promise<void> {
  const screens = all.filter((screen) => wanted.some((step) => screen.name.includes(step)));
  if (screens.length === 0) return;
  const scheme = values.scheme === 'dark' ? 'dark' : 'light';
  const size = { width: Number(values.width ?? usual.width), height: Number(values.height ?? usual.height) };
  const sheets =
    values.shots === undefined
      ? undefined
      : new ContactSheets(browser, values.shots, {
          look: `${name === 'trader' ? '' : `${name}-`}${scheme}-${size.width}`,
          width: size.width,
        });
  const found: Finding[] = [];
  const plan: SweepPlan = {
    url: fairlot.url,
    site,
    program: await pageProgram(),
    screens,
    size,
    scheme,
    quick: values.axe,
    picture: async (language, screen, page) => {
      await sheets?.add(language, screen, page);
      // Runs after the screenshot, because it leaves the page in another look.
      if (values.axe)
        found.push(...(await axeFlaws(page, { thorough: () => true })).map((flaw) => ({ ...flaw, language, screen })));
      // Runs after the screenshot, because it scrolls to the controls.
      if (enlarged && !screen.endsWith('…'))
        found.push(...(await page.evaluate(() => sweep.covered())).map((flaw) => ({ ...flaw, language, screen })));
    },
  };
  const queue = values.languages.split(',');
  await Promise.all(
    Array.from({ length: PARALLEL_CONTEXTS }, async () => {
      for (let language = queue.shift(); language !== undefined; language = queue.shift()) {
        found.push(...(await sweepLanguage(browser, plan, language)));
        await sheets?.finish(language);
        const count = found.filter((each) => each.language === language).length;
        console.log(`${name} ${language}: ${count === 0 ? 'nothing' : count} found on ${screens.length} screens`);
      }
    }),
  );
  findings.push(...found);
}

/** Reports each flawed element once, with the languages and some of the screens and texts. */
function report(all: readonly Finding[]): void {
  for (const [kind, meaning] of Object.entries(KINDS)) {
    const places = new Map<string, Finding[]>();
    for (const finding of all.filter((each) => each.kind === kind))
      places.set(finding.selector, [...(places.get(finding.selector) ?? []), finding]);
    if (places.size > 0) console.log(`\n${kind}: ${meaning}`);
    for (const [selector, found] of places) {
      console.log(
        `  ${[...new Set(found.map(({ language }) => language))].join(' ')} · ${some(found.map(({ screen }) => screen))}`,
      );
      console.log(`    ${selector}\n    ${some(found.map(({ text, detail }) => `“${text.slice(0, 70)}” ${detail}`))}`);
    }
  }
}

function some(texts: readonly string[]): string {
  const different = [...new Set(texts)];
  return `${different.slice(0, 3).join(' | ')}${different.length > 3 ? ` and ${different.length - 3} more` : ''}`;
}
