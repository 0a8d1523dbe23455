import { readFileSync } from 'node:fs';
import { LANGUAGE_CODES } from '@fairlot/i18n';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { testAppWithMail } from './support/test-app.ts';
import type { Finding } from './sweep/finding.ts';
import { OFFICE_SCREENS } from './sweep/office-screens.ts';
import { officeSite } from './sweep/office-site.ts';
import { officeOf } from './sweep/office-world.ts';
import { PHONE, WIDE } from './sweep/looks.ts';
import { pageProgram } from './sweep/program.ts';
import { SCREENS } from './sweep/screens.ts';
import { sweepLanguage } from './sweep/sweep.ts';
import type { SweepPlan } from './sweep/sweep.ts';
import { traderSite } from './sweep/trader-site.ts';
import { NO_RATE_LIMITS, peopleOf } from './sweep/world.ts';
import type { World } from './sweep/world.ts';

/** The screens with the most content; `npm run sweep` inspects all screens. */
const FULLEST = [
  'visitor /',
  'demo /trade, ticket with stops',
  'demo /order?type=1',
  'real /user',
  'real /mine/withdraw, errors',
];
const FULLEST_OF_OFFICE = 'office /withdrawals, one approved by another';
const [first, second] = [
  LANGUAGE_CODES.filter((_, index) => index % 2 === 0),
  LANGUAGE_CODES.filter((_, index) => index % 2 === 1),
];

describe('the fullest screens in every language', () => {
  const house = testAppWithMail(NO_RATE_LIMITS);
  let plan: SweepPlan;
  let world: World;

  beforeAll(async () => {
    world = await peopleOf(house.fairlot, house.mailbox);
    plan = {
      url: house.fairlot.url,
      site: traderSite(world),
      program: await pageProgram(),
      screens: SCREENS.filter(({ name }) => FULLEST.includes(name)),
      size: PHONE,
      scheme: 'light',
    };
  });

  it('contain nothing that is cut, overlapped, untranslated or in the wrong direction', async () => {
    expect(plan.screens).toHaveLength(FULLEST.length);
    expect(await sweepAll(house.browser, plan)).toEqual([]);
  });

  it('contain nothing of that kind in the office either', async () => {
    const screens = OFFICE_SCREENS.filter(({ name }) => name === FULLEST_OF_OFFICE);
    expect(screens).toHaveLength(1);
    const site = officeSite(await officeOf(house.fairlot, house.mailbox, world, house.browser), house.fairlot.url);
    expect(await sweepAll(house.browser, { ...plan, site, screens, size: WIDE })).toEqual([]);
  });

  it('are inspected for words that do not fit, overlap others, are English or have the wrong direction', async () => {
    const spoil = `${plan.program};addEventListener('load', () => setTimeout(() => {
      const add = (parent, name, text, style) => Object.assign(parent.appendChild(document.createElement(name)), { textContent: text }).style.cssText = style;
      const spoilt = document.createElement('div');
      spoilt.style.cssText = 'position:fixed;top:200px;z-index:99;background:white';
      document.body.append(spoilt);
      add(spoilt, 'p', 'تسجيل الدخول', 'width:20px;overflow:hidden;white-space:nowrap');
      add(spoilt, 'p', 'Choose an instrument', 'font-size:9px');
      add(spoilt, 'p', 'home.categories', 'margin-top:-1.2em');
      add(spoilt, 'button', '', 'width:9px;height:9px');
      add(spoilt, 'p', 'الرصيد -5', '');
    }, 0))`;
    const findings = await sweepLanguage(
      house.browser,
      { ...plan, program: spoil, screens: plan.screens.slice(0, 1) },
      'ar',
    );
    expect([...new Set(findings.map(({ kind }) => kind))].sort()).toEqual([
      'cut',
      'direction',
      'key',
      'overlap',
      'small',
      'target',
      'untranslated',
    ]);
  });

  it.each([
    ['trader', ['apps/trader/src/app/routes.ts'], /path: '([^']+)', page/g, SCREENS],
    [
      'office',
      ['apps/office/src/app/Screens.tsx', 'apps/office/src/screens/entry/EntryScreens.tsx'],
      /'(\/[^']*)': lazy|<Route path="(\/[^"]*)"|pathname === '([^']+)'/g,
      OFFICE_SCREENS,
    ],
  ] as const)(
    'belong to the states of the full sweep, which cover every route of the %s',
    (_, files, pattern, screens) => {
      const routes = files.flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(pattern)].map((found) => found.slice(1).join('')),
      );
      const swept = screens.map(({ route }) => route.split('?')[0] ?? '');
      expect(routes.length).toBeGreaterThan(20);
      expect(routes.filter((path) => !swept.some((route) => matchesOf(path).test(route)))).toEqual([]);
    },
  );
});

/** Matches the addresses of a route: a parameter stands for any one part. */
function matchesOf(route: string): RegExp {
  return new RegExp(`^${route.replaceAll(/:\w+\??/g, '[^/]+')}$`);
}

/** Inspects all languages, in two halves at the same time. */
async function sweepAll(browser: Browser, plan: SweepPlan): Promise<readonly Finding[]> {
  const found = await Promise.all(
    [first, second].map(async (languages) => {
      const findings: Finding[] = [];
      for (const language of languages) findings.push(...(await sweepLanguage(browser, plan, language)));
      return findings;
    }),
  );
  return found.flat();
}
