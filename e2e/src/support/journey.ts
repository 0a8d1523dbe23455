import type { Browser } from 'playwright-core';
import { it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { whatPageShows } from './device.ts';
import { startFairlot } from './fairlot.ts';
import type { Fairlot } from './fairlot.ts';

/** A new server and browser. */
export interface JourneySite {
  readonly fairlot: Fairlot;
  readonly browser: Browser;
}

/** A step of a journey. It starts from the state that the previous steps left. */
interface Step<People> {
  readonly title: string;
  readonly play: (people: People) => Promise<void>;
}

type StepOf<People> = (title: string, play: Step<People>['play']) => Step<People>;

/** Registers a test of dependent steps: after a failed step the rest is not run. */
export function journey<People>(
  title: string,
  begin: (site: JourneySite) => Promise<People>,
  tell: (step: StepOf<People>) => readonly Step<People>[],
): void {
  const steps = tell((stepTitle, play) => ({ title: stepTitle, play }));
  it(`journey: ${title}`, async () => {
    const fairlot = await startFairlot();
    try {
      const browser = await launchBrowser();
      try {
        await take(steps, await begin({ fairlot, browser }));
      } catch (error) {
        for (const page of browser.contexts().flatMap((context) => context.pages()))
          console.error(await whatPageShows(page));
        throw error;
      } finally {
        await browser.close();
      }
    } finally {
      await fairlot.stop();
    }
  });
}

async function take<People>(steps: readonly Step<People>[], people: People): Promise<void> {
  for (const { title, play } of steps) {
    await play(people).catch((cause: unknown) => {
      throw new Error(`the journey failed at: ${title}. ${cause instanceof Error ? cause.message : String(cause)}`, {
        cause,
      });
    });
  }
}
