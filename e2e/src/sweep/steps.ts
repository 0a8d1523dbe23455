import './program.ts';
import type { Steps } from './state.ts';

/** Presses the first button in sight that has a text of the catalogues. */
export const press =
  (key: string): Steps =>
  async ({ page, say }) =>
    page
      .getByRole('button', { name: say(key) })
      .filter({ visible: true })
      .first()
      .click();

/** Waits for what the steps bring over the screen. */
export const over =
  (steps: Steps): Steps =>
  async (stage) => {
    await steps(stage);
    await stage.page.waitForFunction(() => sweep.layers() > 0);
  };

/** Some steps after others. */
export const inTurn =
  (...all: readonly Steps[]): Steps =>
  async (stage) => {
    for (const steps of all) await steps(stage);
  };
