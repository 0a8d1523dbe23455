import type { Browser } from 'playwright-core';
import { it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { startFairlot } from './fairlot.ts';
import type { Fairlot } from './fairlot.ts';
import { whatPageShows } from './phone.ts';

/** Where a story is played: a server and a browser that have not seen anything yet. */
export interface Scene {
  readonly fairlot: Fairlot;
  readonly browser: Browser;
}

/** A part of a story, which stands on what the former parts left. */
interface Part<Cast> {
  readonly title: string;
  readonly play: (cast: Cast) => Promise<void>;
}

type PartOf<Cast> = (title: string, play: Part<Cast>['play']) => Part<Cast>;

/**
 * A story whose parts stand on each other is one test: what fails is tried again from its beginning, on a new server,
 * because a part that was broken off leaves behind what its second attempt does not expect.
 */
export function story<Cast>(
  title: string,
  begin: (scene: Scene) => Promise<Cast>,
  tell: (part: PartOf<Cast>) => readonly Part<Cast>[],
): void {
  const parts = tell((partTitle, play) => ({ title: partTitle, play }));
  it(`tells of ${title}`, async () => {
    const fairlot = await startFairlot();
    const browser = await launchBrowser();
    let current = 'the beginning';
    try {
      const cast = await begin({ fairlot, browser });
      for (const part of parts) {
        current = part.title;
        await part.play(cast);
      }
    } catch (cause) {
      for (const page of browser.contexts().flatMap((context) => context.pages()))
        console.error(await whatPageShows(page));
      throw new Error(`The story broke off at: ${current}. ${cause instanceof Error ? cause.message : String(cause)}`, {
        cause,
      });
    } finally {
      await browser.close();
      await fairlot.stop();
    }
  });
}
