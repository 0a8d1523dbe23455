// Takes a picture of every screen of the trader, to be looked at by a person:
// `node tools/run.mjs e2e/src/looks/main.ts <address> <folder> [--link=<set-up link>] [--looks=en-light,ar-dark] [--only=home,trade]`.
// The set-up link of a new server's first administrator is needed once; the people it makes are kept in the folder.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { openPhone } from '../support/phone.ts';
import type { PhoneOptions } from '../support/phone.ts';
import { preparePeople } from './people.ts';
import type { Sessions } from './people.ts';
import { SCENES } from './scenes.ts';
import type { Scene } from './scenes.ts';

const QUIET_MS = 5_000;
/** Long enough for what is drawn frame by frame to stand still. */
const SETTLE_MS = 700;

const [url = '', folder = '', ...flags] = process.argv.slice(2);
const flag = (name: string): string | undefined => flags.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
const looks = (flag('looks') ?? 'en-light,en-dark,ar-light,de-light').split(',');
const only = flag('only')?.split(',');

async function peopleOf(browser: Browser): Promise<Sessions> {
  const file = join(folder, 'people.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Sessions;
  const people = await preparePeople(browser, url, flag('link') ?? '');
  writeFileSync(file, JSON.stringify(people));
  return people;
}

async function take(browser: Browser, scene: Scene, look: string, people: Sessions): Promise<void> {
  const [language = 'en', scheme] = look.split('-');
  const size = flag('size')?.split('x').map(Number);
  const options: PhoneOptions = {
    language, scheme: scheme === 'dark' ? 'dark' : 'light', ...(size === undefined ? {} : { size: { width: size[0] ?? 0, height: size[1] ?? 0 } }),
  };
  const phone = await openPhone(browser, url, options);
  const { page, context } = phone;
  const session = people[scene.as];
  if (session !== undefined) {
    await page.addInitScript((text) => {
      if (localStorage.getItem('fairlot.session') === null) localStorage.setItem('fairlot.session', text);
    }, session);
  }
  for (const [path, answer] of Object.entries(scene.answers ?? {})) await page.route(`**${path}**`, (route) => route.fulfill({ json: answer }));
  try {
    await phone.open(scene.route);
    await page.waitForFunction(() => document.querySelector('main h1, main h2, main button') !== null && document.querySelector('main [aria-busy="true"]') === null, undefined, { timeout: QUIET_MS }).catch(() => undefined);
    await page.waitForTimeout(SETTLE_MS);
    await scene.act?.(phone);
    if (scene.act !== undefined) await page.waitForTimeout(SETTLE_MS);
  } catch (error) {
    console.error(`${scene.name} (${look}): ${String(error).split('\n')[0] ?? ''}`);
  }
  await page.screenshot({ path: join(folder, `${scene.name}-${look}.png`) });
  for (const trouble of phone.troubles) console.error(`${scene.name} (${look}): ${trouble}`);
  await context.close();
}

mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
const people = await peopleOf(browser);
for (const look of looks) {
  for (const scene of SCENES) if (only === undefined || only.includes(scene.name)) await take(browser, scene, look, people);
}
await browser.close();
