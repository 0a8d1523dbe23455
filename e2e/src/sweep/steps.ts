import './program.ts';
import type { Steps } from './state.ts';

/** Presses the first visible button with the text of a key. */
export const press =
  (key: string): Steps =>
  async ({ page, say }) =>
    page
      .getByRole('button', { name: say(key) })
      .filter({ visible: true })
      .first()
      .click();

/** Runs steps that open a layer, and waits for the layer. */
export const over =
  (steps: Steps): Steps =>
  async (context) => {
    await steps(context);
    await context.page.waitForFunction(() => sweep.layers() > 0);
  };

/** Runs steps one after the other. */
export const inTurn =
  (...all: readonly Steps[]): Steps =>
  async (context) => {
    for (const steps of all) await steps(context);
  };
