const shown = (selector: string): boolean => [...document.querySelectorAll(selector)].some((element) => element.checkVisibility());

/** Whether the screen has its heading, waits for nothing and nothing moves but what always moves. */
export function isSettled(): boolean {
  const still = document.getAnimations().every(({ effect, playState }) => playState !== 'running' || effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY);
  return still && shown('h1, h2') && !shown('[aria-busy=true], .animate-pulse, .animate-spin, .animate-late');
}

/** How many things lie over the screen: sheets, questions, the ticket. */
export function layers(): number {
  return document.querySelectorAll('[role=dialog], [role=alertdialog], section.shadow-sheet').length;
}

/** Whether the history has come to rest where nothing lies over the screen. */
export function isBare(): boolean {
  const state: unknown = history.state;
  return layers() === 0 && !(typeof state === 'object' && state !== null && 'layer' in state && state.layer !== 0);
}

/** Scrolls the largest list that goes on below the window to its end; false where there is none. */
export function scrollDown(): boolean {
  const root = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document.body;
  const [longest] = [...root.querySelectorAll('*')]
    .filter((element) => element.checkVisibility() && element.scrollHeight > element.clientHeight + 40 && ['auto', 'scroll'].includes(getComputedStyle(element).overflowY))
    .sort((one, other) => other.clientHeight - one.clientHeight);
  if (longest === undefined) return false;
  longest.scrollTop = longest.scrollHeight;
  return true;
}

/** Signs somebody in or out, as another window of this browser would. */
export function becomeUser(session: string): void {
  localStorage.setItem('fairlot.session', session);
  dispatchEvent(new StorageEvent('storage', { key: 'fairlot.session' }));
}
