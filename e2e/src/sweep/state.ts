import type { Page } from 'playwright-core';

/** The context of the steps to a state. */
export interface StepContext {
  readonly page: Page;
  readonly say: (key: string, values?: Readonly<Record<string, string | number>>) => string;
}

/** The steps from a rendered screen to one of its states. */
export type Steps = (context: StepContext) => Promise<void>;

/** A screen in one of its states. */
export interface ScreenState {
  readonly name: string;
  /** One of the site's viewers. */
  readonly viewer: string;
  /** Its route. Parameters such as `:user` are replaced by values of the test data. */
  readonly route: string;
  readonly steps?: Steps;
  /** Opens the route as a new page instead of following a link. */
  readonly afresh?: boolean;
}
