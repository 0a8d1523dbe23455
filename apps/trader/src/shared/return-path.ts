const OWN_PATH = /^\/(?![/\\])[\w\-./?=&%]*$/;

/** The page to return to after signing in: only a path of this page, never an address somewhere else, nor the sign-in itself. */
export function returnPath(from: string | null): string {
  if (from === null || !OWN_PATH.test(from) || from.split('?')[0] === '/login') return '/';
  return from;
}
