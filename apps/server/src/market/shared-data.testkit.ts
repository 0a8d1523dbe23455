import { resolve } from 'node:path';

/**
 * The folder of recorded data next to the repository, or FAIRLOT_SHARED_DATA. Tests and benchmarks run in the
 * repository's root. The folder may be missing.
 */
export function sharedData(): string {
  return resolve(process.env['FAIRLOT_SHARED_DATA'] ?? '../shared/data');
}
