import { execFileSync } from 'node:child_process';
import { lstatSync } from 'node:fs';

/** The user that PostgreSQL runs as when it can't be ours. */
export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

/** Users that are looked for, in this order, when the server itself runs as root. */
const CANDIDATES = ['postgres', 'nobody'];

/**
 * PostgreSQL refuses to run as root. Returns the user to run it as when we are root, or undefined when we are not.
 * A cluster that exists keeps its owner. Throws when the machine has no user to choose.
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
