import { LANGUAGES } from '@fairlot/i18n';
import type { Language } from '@fairlot/i18n';
import type { Browser, BrowserContext, Page, Response } from 'playwright-core';
import { sayIn, textsOf } from '../support/texts.ts';
import type { Finding, Flaw } from './finding.ts';
import './program.ts';
import { Judge, plain } from './judge.ts';
import { POLL_MS } from './looks.ts';
import type { Site } from './site.ts';
import type { ScreenState, StepContext } from './state.ts';

/** The scope of a sweep. */
export interface SweepPlan {
  readonly url: string;
  readonly site: Site;
  readonly program: string;
  readonly screens: readonly ScreenState[];
  readonly size: { readonly width: number; readonly height: number };
  readonly scheme: 'light' | 'dark';
  /** Opens the states without inspecting them, for `picture`. */
  readonly quick?: boolean;
  /** Takes a screenshot of every state. */
  readonly picture?: (language: string, screen: string, page: Page) => Promise<void>;
}

const WAIT_MS = 60_000;
/** Maximum number of layers over a screen: a sheet, a dialog, a ticket. */
const LAYERS = 4;
const LAYER_MS = 500;

/** Inspects every screen of the plan in one language and returns its flaws. */
export async function sweepLanguage(browser: Browser, plan: SweepPlan, code: string): Promise<Finding[]> {
  const language = LANGUAGES.find((each) => each.code === code);
  if (language === undefined) throw new Error(`there is no language ${code}`);
  const context = await browser.newContext({
    viewport: plan.size,
    hasTouch: true,
    isMobile: plan.size.width < 1024,
    colorScheme: plan.scheme,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  await plan.site.speak(context, plan.url, code);
  try {
    return await new Sweep(context, await context.newPage(), plan, language).run();
  } finally {
    await context.close();
  }
}

class Sweep {
  readonly #context: BrowserContext;
  readonly #page: Page;
  readonly #plan: SweepPlan;
  readonly #language: Language;
  readonly #steps: StepContext;
  readonly #judge: Judge;
  /** Texts of the server's answers so far, and the languages' own names. */
  readonly #told = new Set<string>(LANGUAGES.map(({ name }) => name));
  readonly #answers: Promise<void>[] = [];
  #complaints: Flaw[] = [];
  /** The route of a page that was just opened: its screen has the state of a first visit. */
  #opened: string | undefined;
  /** True if the viewer has changed in a way that only a new page shows. */
  #needsPage = false;

  constructor(context: BrowserContext, page: Page, plan: SweepPlan, language: Language) {
    this.#context = context;
    this.#page = page;
    this.#plan = plan;
    this.#language = language;
    const texts = textsOf(language.code);
    this.#steps = { page, say: (key, values) => sayIn(texts, key, values) };
    this.#judge = new Judge(language.code, plan.site.speaks, this.#told);
    page.setDefaultTimeout(WAIT_MS);
    this.#listen();
  }

  async run(): Promise<Finding[]> {
    await this.#context.addInitScript(this.#plan.program);
    const { first, opensAnew, elsewhere } = this.#plan.site;
    const [start] = this.#plan.screens;
    // A viewer who opens the page anew needs no page before.
    if (!opensAnew || start?.viewer === first) await this.#open(opensAnew || start?.route === '/' ? '/' : elsewhere);
    const findings: Finding[] = [];
    let viewer = first;
    for (const screen of this.#plan.screens) {
      if (screen.viewer !== viewer) await this.#become(screen.viewer);
      viewer = screen.viewer;
      const flaws = await this.#look(screen);
      findings.push(
        ...distinct(flaws).map((flaw) => ({ ...flaw, language: this.#language.code, screen: screen.name })),
      );
    }
    return findings;
  }

  async #look(screen: ScreenState): Promise<Flaw[]> {
    this.#complaints = [];
    try {
      if (screen.route !== this.#opened)
        await (screen.afresh === true || this.#needsPage ? this.#open(screen.route) : this.#goTo(screen.route));
      this.#opened = undefined;
      await screen.steps?.(this.#steps);
      await this.#settled();
      await this.#plan.picture?.(this.#language.code, screen.name, this.#page);
    } catch (error) {
      this.#complain('console', 'this state was not reached', String(error));
    }
    if (this.#plan.quick === true) return this.#complaints;
    const flaws = [...(await this.#inspect())];
    // Also inspects the content below the window, after scrolling to it.
    if (await this.#page.evaluate(() => sweep.scrollDown())) {
      try {
        await this.#settled();
        await this.#plan.picture?.(this.#language.code, `${screen.name} …`, this.#page);
        flaws.push(...(await this.#inspect()));
      } catch (error) {
        this.#complain('console', 'its end was not reached', String(error));
      }
    }
    await Promise.all(this.#answers.splice(0));
    return [...flaws, ...this.#complaints];
  }

  async #inspect(): Promise<Flaw[]> {
    const { flaws, words } = await this.#page.evaluate(
      ({ tag, direction }) => sweep.inspect(tag, direction),
      this.#language,
    );
    await Promise.all(this.#answers.splice(0));
    return [...flaws, ...words.flatMap((each) => this.#judge.flawsOf(each))];
  }

  /** Closes the layers over the screen, then follows a link. */
  async #goTo(route: string): Promise<void> {
    for (let layer = 0, over = await this.#layers(); layer < LAYERS && over > 0; layer += 1) {
      await this.#page.keyboard.press('Escape');
      // A form in a sheet uses the first Escape to return to the sheet.
      await this.#page
        .waitForFunction((before) => sweep.layers() < before, over, { timeout: LAYER_MS })
        .catch(() => undefined);
      over = await this.#layers();
    }
    await this.#page.waitForFunction(() => sweep.isBare());
    // Goes through another screen, so that the screen is mounted again with fresh state.
    for (const hash of [this.#plan.site.elsewhere, route]) await this.#follow(this.#addressOf(hash));
    await this.#settled();
  }

  /** Opens a route as a new page. */
  async #open(route: string): Promise<void> {
    await this.#page.goto('about:blank');
    await this.#page.goto(`${this.#plan.url}${this.#plan.site.path}#${this.#addressOf(route)}`);
    await this.#settled();
    this.#opened = route;
    this.#needsPage = false;
  }

  #addressOf(route: string): string {
    return route.replaceAll(/:\w+/g, (name) => this.#plan.site.places[name] ?? name);
  }

  /** Follows a link. The previous screen stays until the next has loaded; the change of the title shows when. */
  async #follow(hash: string): Promise<void> {
    if (await this.#page.evaluate((next) => location.hash === `#${next}`, hash)) return;
    const before = await this.#page.title();
    await this.#page.evaluate((next) => {
      location.hash = next;
    }, hash);
    await this.#page.waitForFunction((title) => document.title !== title, before);
  }

  #layers(): Promise<number> {
    return this.#page.evaluate(() => sweep.layers());
  }

  /** Waits until the screen has settled. */
  async #settled(): Promise<void> {
    try {
      await this.#page.waitForFunction(() => sweep.isSettled(), undefined, { polling: POLL_MS });
    } catch (cause) {
      throw new Error(`the screen did not settle: ${await this.#page.evaluate(() => sweep.unrest())}`, { cause });
    }
  }

  async #become(viewer: string): Promise<void> {
    const { become, opensAnew, elsewhere } = this.#plan.site;
    if (!opensAnew) await this.#goTo(elsewhere);
    for (const text of stringsIn(await become(this.#page, viewer))) this.#told.add(text);
    this.#opened = undefined;
    this.#needsPage = opensAnew;
  }

  async #remember(response: Response): Promise<void> {
    // An aborted answer, as when a screen is left, has no body.
    const body: unknown = await response.json().catch(() => undefined);
    for (const text of stringsIn(body)) this.#told.add(text);
  }

  #complain(kind: Flaw['kind'], text: string, detail = ''): void {
    this.#complaints.push({ kind, selector: '', text, detail });
  }

  #listen(): void {
    this.#page.on('pageerror', (error) => this.#complain('console', error.message));
    this.#page.on('console', (message) => {
      if (message.type() === 'error') this.#complain('console', message.text());
    });
    this.#page.on('response', (response) => {
      if (!(response.headers()['content-type'] ?? '').includes('json')) return;
      this.#answers.push(this.#remember(response));
    });
  }
}

function distinct(flaws: readonly Flaw[]): Flaw[] {
  return [...new Map(flaws.map((flaw) => [`${flaw.kind}|${flaw.selector}|${flaw.text}`, flaw])).values()];
}

/** Returns every text in a JSON value, split into lines and paragraphs. Records of changes are JSON in a text. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string')
    return [value, ...value.split(/\n|<[^>]*>/)].map(plain).concat(stringsIn(objectIn(value)));
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(stringsIn);
  return [];
}

/** Parses an object written as JSON; undefined for any other text. */
function objectIn(text: string): unknown {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
