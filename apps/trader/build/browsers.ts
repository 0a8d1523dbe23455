/** The oldest browsers for which scripts of the page are built. */
export const BROWSERS = ['chrome111', 'safari16.4', 'firefox114'];
