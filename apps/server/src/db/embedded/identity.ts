import { execFileSync } from 'node:child_process';
import { lstatSync } from 'node:fs';

/** The user that PostgreSQL runs as when the server's own user is root. */
export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

/** Users to try, in this order, when the server runs as root. */
const CANDIDATES = ['postgres', 'nobody'];

/**
 * The user to run PostgreSQL as when this process is root, because PostgreSQL refuses root; undefined otherwise. An
 * existing cluster keeps its owner. Throws when the machine has no suitable user.
 */
export function serverIdentity(clusterFolder: string): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = lstatSync(clusterFolder, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of CANDIDATES) {
    const found = lookUp(name);
    if (found !== undefined) return found;
  }
  throw new Error(
    `PostgreSQL can't run as root and there is no user named ${CANDIDATES.join(' or ')}: start Fairlot as another user`,
  );
}

function lookUp(name: string): Identity | undefined {
  try {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] })),
    );
    return uid !== undefined && gid !== undefined && uid > 0 ? { uid, gid } : undefined;
  } catch {
    return undefined;
  }
}
