import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..');

/** The folder of recorded facts that tests compare with; it may be absent. FAIRLOT_SHARED_DATA names another one. */
export function sharedData(): string {
  return process.env['FAIRLOT_SHARED_DATA'] ?? resolve(REPOSITORY, '../shared/data');
}
