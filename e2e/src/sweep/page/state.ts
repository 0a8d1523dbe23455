const shown = (selector: string): boolean =>
  [...document.querySelectorAll(selector)].some((element) => element.checkVisibility());

/** Nothing has come or gone for so long before a screen is looked at. */
const QUIET_MS = 150;
let movedAt = 0;

/** Notes when elements come and go; figures that change are no unrest. */
export function watchUnrest(): void {
  new MutationObserver(() => {
    movedAt = performance.now();
  }).observe(document, { childList: true, subtree: true });
}

/** The navigation's headings are there before the screen beside it. */
const hasHeading = (): boolean =>
  [...document.querySelectorAll('h1, h2')].some(
    (heading) => heading.closest('nav') === null && heading.checkVisibility(),
  );

/** Whether the screen has its heading, waits for nothing and has come to rest. */
export function isSettled(): boolean {
  const still = document
    .getAnimations()
    .every(
      ({ effect, playState }) =>
        playState !== 'running' || effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
    );
  return (
    still &&
    performance.now() - movedAt > QUIET_MS &&
    hasHeading() &&
    !shown('[aria-busy=true], .animate-pulse, .animate-spin, .animate-late')
  );
}

/** How many things lie over the screen: sheets, questions, the ticket, also where it stands beside the chart and the history alone knows of it. */
export function layers(): number {
  const state: unknown = history.state;
  const known = typeof state === 'object' && state !== null && 'layer' in state ? Number(state.layer) : 0;
  return Math.max(known, document.querySelectorAll('[role=dialog], [role=alertdialog], section.shadow-sheet').length);
}

/** Whether the history has come to rest where nothing lies over the screen. */
export function isBare(): boolean {
  return layers() === 0;
}

/** Scrolls the largest list that goes on below the window to its end; false where there is none. The navigation is the same on every screen. */
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

/** Signs somebody in or out, as another window of this browser would. */
export function becomeUser(session: string): void {
  localStorage.setItem('fairlot.session', session);
  dispatchEvent(new StorageEvent('storage', { key: 'fairlot.session' }));
}
