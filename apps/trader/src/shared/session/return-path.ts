const OWN_PATH = /^\/(?![/\\])[\w\-./?=&%]*$/;

/**
 * Validates the path to return to after signing in. Rejects addresses of other sites (open redirect) and the sign-in
 * screen.
 */
export function returnPath(from: string | null): string {
  if (from === null || !OWN_PATH.test(from) || from.split('?')[0] === '/login') return '/';
  return from;
}
