import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Name of the data folder's file with the set-up link of the first administrator. */
export const SET_UP_LINK_FILE = 'setup-link';

export interface SetUpLinkTarget {
  readonly dataFolder: string;
  /** Standard output, when it is a terminal; undefined when it goes to a file or to a service's log. */
  readonly terminal: { write(text: string): unknown } | undefined;
  readonly log: { warn(fields: object, message: string): void };
}

/**
 * Tells the owner of the machine the set-up link of the first administrator. The link is a secret until its use, and
 * standard output is the log under systemd and in containers. So it goes to a terminal alone, else to a file that only
 * the server's user reads, and the log names the file. Without a link, removes the file of an earlier start.
 */
export async function tellSetUpLink(
  link: string | undefined,
  { dataFolder, terminal, log }: SetUpLinkTarget,
): Promise<void> {
  const file = join(dataFolder, SET_UP_LINK_FILE);
  if (link === undefined || terminal !== undefined) await rm(file, { force: true });
  if (link === undefined) return;
  if (terminal !== undefined) {
    terminal.write(`The back office has no administrator yet. Set one up at ${link}\n`);
    return;
  }
  await mkdir(dataFolder, { recursive: true });
  await writeFile(file, `${link}\n`, { mode: 0o600 });
  // The mode of a file that exists is not changed by writing.
  await chmod(file, 0o600);
  log.warn({ file }, 'the back office has no administrator yet; the file has the link to set one up');
}
