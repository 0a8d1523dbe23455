import { resolve } from 'node:path';

/** The folder of recorded facts beside the repository, in whose root tests and benchmarks run; it may be absent. FAIRLOT_SHARED_DATA names another one. */
export function sharedData(): string {
  return resolve(process.env['FAIRLOT_SHARED_DATA'] ?? '../shared/data');
}
