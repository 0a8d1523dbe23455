/** The client's log for developers. */
export interface Log {
  warn(message: string, detail?: unknown): void;
}

/** Logs to the console of the browser. */
export const consoleLog: Log = {
  // eslint-disable-next-line no-console -- A page has no other log than the browser's console.
  warn: (message, detail) => console.warn(message, detail ?? ''),
};
