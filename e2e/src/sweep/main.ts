// Every screen in every language, looked at by a program. Started by tools/sweep.mjs.
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
import { axeFlaws } from './looks.ts';
import { pageProgram } from './program.ts';
import { SCREENS } from './screens.ts';
import { sweepLanguage } from './sweep.ts';
import type { SweepPlan } from './sweep.ts';
import { PATIENT, peopleOf } from './world.ts';

const { values } = parseArgs({
  options: {
    languages: { type: 'string', default: LANGUAGE_CODES.join(',') },
    routes: { type: 'string', default: '' },
    width: { type: 'string', default: '390' },
    height: { type: 'string', default: '844' },
    scheme: { type: 'string', default: 'light' },
    axe: { type: 'boolean', default: false },
    shots: { type: 'string' },
    json: { type: 'string', default: 'e2e/results/sweep.json' },
    server: { type: 'string', default: '' },
  },
});

/** Contexts that are looked at side by side; more gain nothing on few cores. */
const SIDE_BY_SIDE = 2;
const languages = values.languages.split(',');
const wanted = values.routes.split(',');
const screens = SCREENS.filter(({ name }) => wanted.some((part) => name.includes(part)));

const mailbox = await startMailbox();
const fairlot = await startFairlotFrom(values.server, { ...PATIENT, FAIRLOT_SMTP_URL: mailbox.url, FAIRLOT_MAIL_FROM: 'no-reply@example.com' });
const browser = await launchBrowser();
const findings: Finding[] = [];
try {
  const sheets = values.shots === undefined ? undefined : new ContactSheets(browser, values.shots, { scheme: values.scheme, width: Number(values.width) });
  const plan: SweepPlan = {
    url: fairlot.url, world: await peopleOf(fairlot, mailbox), program: await pageProgram(), screens,
    size: { width: Number(values.width), height: Number(values.height) }, scheme: values.scheme === 'dark' ? 'dark' : 'light',
    quick: values.axe,
    picture: async (language, screen, page) => {
      if (values.axe) findings.push(...(await axeFlaws(page, { thorough: () => true })).map((flaw) => ({ ...flaw, language, screen })));
      await sheets?.add(language, screen, page);
    },
  };
  const queue = [...languages];
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, async () => {
    for (let language = queue.shift(); language !== undefined; language = queue.shift()) {
      const found = await sweepLanguage(browser, plan, language);
      findings.push(...found);
      await sheets?.finish(language);
      const count = findings.filter((each) => each.language === language).length;
      console.log(`${language}: ${count === 0 ? 'nothing' : count} found on ${screens.length} screens`);
    }
  }));
} finally {
  await browser.close();
  await fairlot.stop();
  await mailbox.stop();
}
tell(findings);
mkdirSync(dirname(values.json), { recursive: true });
writeFileSync(values.json, `${JSON.stringify(findings, null, 2)}\n`);
process.exit(findings.length === 0 ? 0 : 1);

/** What is wrong at one place is told once, with the languages and some of the screens and texts. */
function tell(all: readonly Finding[]): void {
  for (const [kind, meaning] of Object.entries(KINDS)) {
    const places = new Map<string, Finding[]>();
    for (const finding of all.filter((each) => each.kind === kind)) places.set(finding.selector, [...places.get(finding.selector) ?? [], finding]);
    if (places.size > 0) console.log(`\n${kind}: ${meaning}`);
    for (const [selector, found] of places) {
      console.log(`  ${[...new Set(found.map(({ language }) => language))].join(' ')} · ${some(found.map(({ screen }) => screen))}`);
      console.log(`    ${selector}\n    ${some(found.map(({ text, detail }) => `“${text.slice(0, 70)}” ${detail}`))}`);
    }
  }
}

function some(texts: readonly string[]): string {
  const different = [...new Set(texts)];
  return `${different.slice(0, 3).join(' | ')}${different.length > 3 ? ` and ${different.length - 3} more` : ''}`;
}
