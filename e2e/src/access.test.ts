import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import { startFairlot } from './support/fairlot.ts';
import type { Fairlot } from './support/fairlot.ts';
import { startMailbox } from './support/mailbox.ts';
import type { Mailbox } from './support/mailbox.ts';
import type { Flaw } from './sweep/finding.ts';
import { LOOKS, PHONE, WIDE, axeFlaws } from './sweep/looks.ts';
import type { Sight } from './sweep/looks.ts';
import { pageProgram } from './sweep/program.ts';
import { SCREENS } from './sweep/screens.ts';
import type { ScreenState } from './sweep/state.ts';
import { sweepLanguage } from './sweep/sweep.ts';
import type { SweepPlan } from './sweep/sweep.ts';
import { traderSite } from './sweep/trader-site.ts';
import { NO_RATE_LIMITS, peopleOf } from './sweep/world.ts';

/** A window of 1280 px at 400 % (WCAG 1.4.10). */
const NARROW = { width: 320, height: 640 };
/** Fonts differ in width, and the layout must work with all of them: this spacing widens letters by about a tenth. */
const SPACED = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { letter-spacing: 0.06em !important }');
  document.adoptedStyleSheets.push(sheet);
}`;
/** Layers of the trading screens; `npm run sweep -- --axe` checks all layers. */
const OPENED = ['demo /trade, ticket with stops', 'demo /order?type=1, position'];
/**
 * States checked at double text size in the wide layout and in the narrow window. The phone with large text gets every
 * route.
 */
const MAIN = [
  'visitor /',
  'visitor /login, errors',
  'visitor /register, errors',
  ...OPENED,
  'demo /order?type=1',
  'real /user',
  'real /mine/withdraw, errors',
  'real /mine/statement',
];
const LANGUAGES = ['en', 'ar'];
const routeOf = ({ route }: { readonly route: string }): string => route.split('?')[0] ?? route;
/** Routes whose screens stay in the page, hidden, when another one is shown. */
const KEPT = new Set(routesOfTheTrader(/path: '([^']+)'[^}]*kept: true/g));
const isKept = (state: ScreenState): boolean => KEPT.has(routeOf(state));
/**
 * The first state of each route. Kept screens come last, because axe and every change of size also go through the hidden
 * ones, which would soon be nine tenths of the page.
 */
const EACH_ROUTE = SCREENS.filter(
  (state, index) =>
    SCREENS.findIndex((other) => routeOf(other) === routeOf(state)) === index || OPENED.includes(state.name),
).sort((one, other) => Number(isKept(one)) - Number(isKept(other)));

describe('accessibility of every screen', () => {
  let fairlot: Fairlot;
  let mailbox: Mailbox;
  let plan: Omit<SweepPlan, 'picture' | 'size'>;
  const browsers: Browser[] = [];
  const browserWith = async (...args: string[]): Promise<Browser> => {
    const browser = await launchBrowser({ args });
    browsers.push(browser);
    return browser;
  };

  beforeAll(async () => {
    mailbox = await startMailbox();
    fairlot = await startFairlot({
      ...NO_RATE_LIMITS,
      FAIRLOT_SMTP_URL: mailbox.url,
      FAIRLOT_MAIL_FROM: 'no-reply@example.com',
    });
    plan = {
      url: fairlot.url,
      site: traderSite(await peopleOf(fairlot, mailbox)),
      program: await pageProgram(),
      screens: EACH_ROUTE,
      scheme: 'light',
      quick: true,
    };
  });
  afterAll(async () => {
    await Promise.all(browsers.map((browser) => browser.close()));
    await fairlot.stop();
    await mailbox.stop();
  });

  it('axe finds nothing on any route, light and dark, in the phone and the wide layout, in both directions', async () => {
    const browser = await browserWith();
    const sights: Sight[] = [];
    const flaws: (Flaw & { readonly screen: string })[] = [];
    const reached = await Promise.all(
      LANGUAGES.map((language) =>
        sweepLanguage(
          browser,
          {
            ...plan,
            size: PHONE,
            picture: async (_, screen, page) => {
              // Runs all rules on a phone in one direction and in the wide layout in the other; only contrast in the
              // rest.
              const thorough = LOOKS[language === 'en' ? 0 : 3];
              const found = await axeFlaws(page, {
                thorough: (look) => look === thorough,
                seen: (sight) => sights.push(sight),
              });
              flaws.push(...found.map((flaw) => ({ ...flaw, screen: `${screen} (${language})` })));
            },
          },
          language,
        ),
      ),
    );
    expect([...flaws, ...reached.flat()]).toEqual([]);
    const backgrounds = [...new Set(sights.map(({ background }) => background))];
    expect(backgrounds).toHaveLength(2);
    const seen = new Set(
      sights.map(({ route, direction, wide, background }) => [route, direction, wide, background].join(' ')),
    );
    const wanted = routesOfTheTrader().flatMap((route) =>
      ['ltr', 'rtl'].flatMap((direction) =>
        [true, false].flatMap((wide) =>
          backgrounds.map((background) => [route, direction, wide, background].join(' ')),
        ),
      ),
    );
    expect([...seen].sort()).toEqual(wanted.sort());
  });

  it('axe finds pale words and a control without a name, each in the looks that show them', async () => {
    const spoil = `${plan.program};addEventListener('load', () => setTimeout(() => {
      for (const [name, text, top] of [['main', 'pale', 200], ['button', '', 300]]) {
        const spoilt = Object.assign(document.createElement(name), { textContent: text });
        spoilt.style.cssText = 'position:fixed;z-index:99;width:60px;height:40px;color:#777;background:#888;top:' + top + 'px';
        document.body.append(spoilt);
      }
    }, 0))`;
    const flaws: Flaw[] = [];
    const picture = async (_language: string, _screen: string, page: Page): Promise<void> =>
      void flaws.push(...(await axeFlaws(page, { thorough: ({ name }) => name === LOOKS[0]?.name })));
    await sweepLanguage(
      await browserWith(),
      { ...plan, program: spoil, screens: SCREENS.slice(0, 1), size: PHONE, picture },
      'en',
    );
    expect(flaws.filter(({ detail }) => detail.startsWith('color-contrast')).map(({ selector }) => selector)).toEqual(
      LOOKS.map(({ name }) => name),
    );
    expect(flaws.filter(({ detail }) => detail.startsWith('button-name')).map(({ selector }) => selector)).toEqual([
      'phone, light',
    ]);
  });

  it('every control is reachable at twice the text size, on a phone, in the wide layout and in a window of 320 px with a wide font', async () => {
    const screens = SCREENS.filter(({ name }) => MAIN.includes(name));
    expect(screens).toHaveLength(MAIN.length);
    const large = await browserWith('--blink-settings=defaultFontSize=32');
    const plain = await browserWith();
    const everywhere = SCREENS.filter((state) => EACH_ROUTE.includes(state) || MAIN.includes(state.name));
    const sized = [
      [large, PHONE, everywhere, ''],
      [large, WIDE, screens, ''],
      [plain, NARROW, screens, SPACED],
    ] as const;
    const flaws: (Flaw & { readonly screen: string })[] = [];
    const found = await Promise.all(
      sized.map(
        async ([browser, size, shown, style]) =>
          await sweepLanguage(
            browser,
            {
              ...plan,
              program: plan.program + style,
              screens: shown,
              size,
              quick: false,
              picture: async (_, screen, page) => {
                if (screen.endsWith('…')) return;
                flaws.push(
                  ...(await page.evaluate(() => sweep.covered())).map((flaw) => ({
                    ...flaw,
                    screen: `${screen} at ${size.width} px`,
                  })),
                );
              },
            },
            'en',
          ),
      ),
    );
    const lost = found.flat().filter(({ kind }) => ['overflow', 'cut', 'overlap', 'console'].includes(kind));
    expect([...flaws, ...lost]).toEqual([]);
  });

  it('nothing moves with reduced motion; forced colours keep borders and mark the selection', async () => {
    const screens = SCREENS.filter(({ name }) =>
      ['visitor /', 'demo /trade, pending ticket', 'demo /user'].includes(name),
    );
    const moving = { asked: 0, free: 0, darkened: 0 };
    const marks: Record<string, { readonly bare: string[]; readonly chosen: number; readonly unmarked: number }> = {};
    const picture = async (_language: string, screen: string, page: Page): Promise<void> => {
      if (screen === 'visitor /') {
        moving.asked = await movements(page);
        // A transition of an inherited colour would pass from parent to child, a frame for each, and redraw all of them.
        await page.emulateMedia({ colorScheme: 'dark' });
        moving.darkened = await transitions(page);
        await page.emulateMedia({ colorScheme: 'light' });
        await page.emulateMedia({ reducedMotion: 'no-preference' });
        moving.free = await movements(page);
        await page.emulateMedia({ reducedMotion: 'reduce' });
      }
      await page.emulateMedia({ forcedColors: 'active' });
      await page.evaluate(
        () =>
          new Promise((done) => {
            requestAnimationFrame(() => requestAnimationFrame(done));
          }),
      );
      await page.waitForFunction(() => sweep.isSettled());
      marks[screen] = await systemColours(page);
      await page.emulateMedia({ forcedColors: 'none' });
    };
    expect(await sweepLanguage(await browserWith(), { ...plan, screens, size: WIDE, picture }, 'en')).toEqual([]);
    expect(moving.asked).toBe(0);
    expect(moving.darkened).toBe(0);
    expect(moving.free).toBeGreaterThan(0);
    expect(Object.keys(marks)).toEqual(screens.map(({ name }) => name));
    expect(Object.entries(marks).filter(([, { bare, unmarked }]) => bare.length > 0 || unmarked > 0)).toEqual([]);
    expect(Object.values(marks).every(({ chosen }) => chosen > 0)).toBe(true);
  });
});

/** Returns the maximum number of elements that move or flash at once during twenty changes of figures. */
function movements(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        let [changes, most] = [0, 0];
        new MutationObserver((_, observer) => {
          changes += 1;
          most = Math.max(
            most,
            document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 10).length,
          );
          if (changes < 20) return;
          observer.disconnect();
          done(most);
        }).observe(document.body, { characterData: true, childList: true, subtree: true });
      }),
  );
}

/** Returns the number of transitions that run two frames after a change of the page. */
function transitions(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            done(document.getAnimations().filter((each) => each instanceof CSSTransition).length),
          ),
        );
      }),
  );
}

/** Finds buttons without a border, and selected options that look like unselected ones. */
function systemColours(page: Page): Promise<{ bare: string[]; chosen: number; unmarked: number }> {
  return page.evaluate(() => {
    const shown = [
      ...document.querySelectorAll<HTMLElement>('button, label:has(> [type=radio]), [aria-current=page]'),
    ].filter((each) => each.checkVisibility({ opacityProperty: true }));
    const chosen = shown.filter((each) =>
      each.matches('[aria-current=page], [aria-pressed=true], label:has(> :checked)'),
    );
    const plain = getComputedStyle(document.body).backgroundColor;
    return {
      bare: shown
        .filter(
          (each) =>
            each.matches('button') &&
            getComputedStyle(each).outlineStyle === 'none' &&
            getComputedStyle(each).borderTopStyle === 'none',
        )
        .map(({ outerHTML }) => outerHTML.slice(0, 120)),
      chosen: chosen.length,
      unmarked: chosen.filter((each) => [plain, 'rgba(0, 0, 0, 0)'].includes(getComputedStyle(each).backgroundColor))
        .length,
    };
  });
}

function routesOfTheTrader(pattern = /\{ path: '([^']+)', page:/g): string[] {
  return [...readFileSync('apps/trader/src/app/routes.ts', 'utf8').matchAll(pattern)].map((found) => found[1] ?? '');
}
