/** Where the client reports what a person need not see. */
export interface Log {
  warn(message: string, detail?: unknown): void;
}

/** Reports to the console of the browser. */
export const consoleLog: Log = {
  // The browser's console is where a page reports; there is no other log on this side.
  // eslint-disable-next-line no-console
  warn: (message, detail) => console.warn(message, detail ?? ''),
};
