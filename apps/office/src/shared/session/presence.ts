import { MINUTE_MS } from '@fairlot/domain';

/** After this time without input (keys, pointer, wheel) the page counts as unattended. */
const AWAY_AFTER_MS = 2 * MINUTE_MS;

let lastSign = 0;

/** Records the time of user input. Opening the page counts as input. */
export function watchPresence(): void {
  note();
  for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const)
    addEventListener(kind, note, { passive: true, capture: true });
}

function note(): void {
  lastSign = Date.now();
}

/** True while the page is attended. Calls of an unattended page must not extend the session. */
export function isAttended(): boolean {
  return Date.now() - lastSign < AWAY_AFTER_MS;
}
