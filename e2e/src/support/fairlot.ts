import { inject } from 'vitest';
import { startFairlotFrom } from './server.ts';
import type { Fairlot } from './server.ts';

export type { Fairlot } from './server.ts';

/** Starts the server that was built for the tests, with the defaults of `npm start`; `settings` are environment variables on top. */
export function startFairlot(settings: Readonly<Record<string, string>> = {}): Promise<Fairlot> {
  return startFairlotFrom(inject('serverFile'), settings);
}
