import type { Page } from 'playwright-core';

/** What the steps to a state are taken with. */
export interface Stage {
  readonly page: Page;
  readonly say: (key: string, values?: Readonly<Record<string, string | number>>) => string;
}

/** The steps that lead to a state once its screen is there. */
export type Steps = (stage: Stage) => Promise<void>;

/** A screen in one of its states. */
export interface ScreenState {
  readonly name: string;
  /** Who looks at it: one of those that the site knows. */
  readonly viewer: string;
  /** Its address; a part such as `:user` stands for something that only the world has. */
  readonly route: string;
  readonly steps?: Steps;
  /** Is opened as a page of its own, not by a link from another screen. */
  readonly afresh?: boolean;
}
