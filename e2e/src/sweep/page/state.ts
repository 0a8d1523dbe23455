import { selectorOf } from './boxes.ts';

const shown = (selector: string): boolean =>
  [...document.querySelectorAll(selector)].some((element) => element.checkVisibility());

/** Time without added or removed elements before a screen counts as settled. */
const QUIET_MS = 150;
let movedAt = 0;
let movedIn = '';

/** Records when elements are added or removed. Changing figures do not count. */
export function watchUnrest(): void {
  new MutationObserver(([change]) => {
    movedAt = performance.now();
    movedIn = change?.target instanceof Element ? selectorOf(change.target) : 'the document';
  }).observe(document, { childList: true, subtree: true });
}

/** True if the screen has a heading. Those of the navigation do not count, because they appear earlier. */
const hasHeading = (): boolean =>
  [...document.querySelectorAll('h1, h2')].some(
    (heading) => heading.closest('nav') === null && heading.checkVisibility(),
  );

/**
 * Returns the reason why the screen has not settled; empty once it has its heading, loads nothing and nothing moves.
 */
export function unrest(): string {
  const moving = document
    .getAnimations()
    .find(
      ({ effect, playState }) =>
        playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
    );
  if (moving !== undefined) return `an animation runs: ${moving.id}`;
  if (performance.now() - movedAt <= QUIET_MS) return `elements came or went in ${movedIn}`;
  if (shown('#root > [inert]')) return 'the program of the page has not come';
  if (!hasHeading()) return 'there is no heading';
  return shown('[aria-busy=true], .animate-pulse, .animate-spin, .animate-late') ? 'it waits for something' : '';
}

/** True if the screen has settled. */
export function isSettled(): boolean {
  return unrest() === '';
}

/**
 * Returns the number of layers over the screen: sheets, dialogs and the ticket. In the wide layout the ticket is next
 * to the chart, and only the history counts it as a layer.
 */
export function layers(): number {
  const state: unknown = history.state;
  const known = typeof state === 'object' && state !== null && 'layer' in state ? Number(state.layer) : 0;
  return Math.max(known, document.querySelectorAll('[role=dialog], [role=alertdialog], section.shadow-sheet').length);
}

/** True if no layer is open, according to the history. */
export function isBare(): boolean {
  return layers() === 0;
}

/**
 * Scrolls the largest list that extends below the window to its end; returns false without one. Skips the navigation,
 * which is the same on every screen.
 */
export function scrollDown(): boolean {
  const root = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document.body;
  const [longest] = [...root.querySelectorAll('*')]
    .filter(
      (element) =>
        element.checkVisibility() &&
        element.querySelector(':scope > nav') === null &&
        element.scrollHeight > element.clientHeight + 40 &&
        ['auto', 'scroll'].includes(getComputedStyle(element).overflowY),
    )
    .sort((one, other) => other.clientHeight - one.clientHeight);
  if (longest === undefined) return false;
  longest.scrollTop = longest.scrollHeight;
  movedAt = performance.now();
  return true;
}

/** Signs a user in or out like another window of this browser. */
export function becomeUser(session: string): void {
  localStorage.setItem('fairlot.session', session);
  dispatchEvent(new StorageEvent('storage', { key: 'fairlot.session' }));
}
