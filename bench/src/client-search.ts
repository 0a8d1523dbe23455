import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../apps/server/src/db/database.ts';
import { UserStaffQueries } from '../../apps/server/src/features/office/users/queries.ts';
import { fillClients } from '../../apps/server/tests/support/many-clients.ts';
import { CLIENTS, WANTED, searchesForWanted } from './clients/wanted.ts';
import { log } from './orders/host.ts';
import { report } from './report.ts';

const ROUNDS = 9;
const PAGE = 20;
const ALL = { money: true, documents: true };

/** Measures the office's search for one of a million clients, by each fact that identifies, and by what many share. */
export async function run(): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-bench-clients-'));
  const database = await openDatabase({ dataFolder: folder, role: 'owner', log });
  try {
    const begin = performance.now();
    await fillClients(database.pool, CLIENTS);
    const fillMs = Math.round(performance.now() - begin);
    const queries = new UserStaffQueries(database.kysely, (key) => [`card ${key.replace(/\D/g, '')}`]);
    const searches = await searchesForWanted(database.pool);
    const figures: Record<string, object> = {};
    for (const [name, q] of Object.entries(searches)) figures[name] = await measured(queries, q, true);
    // Answers with thousands of clients, and with none.
    for (const [name, q] of Object.entries({
      firstName: 'Ada',
      mailHost: '@mail77.example',
      mailHostWithoutAt: 'mail77.example',
      anyMailHost: '@mail',
      person: 'person',
      everyone: 'example',
      nobody: 'zzqqzz',
    }))
      figures[name] = await measured(queries, q, false);
    report('client-search', { clients: CLIENTS, page: PAGE, rounds: ROUNDS }, { fillMs, searches: figures });
    return figures;
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measured(queries: UserStaffQueries, q: string, isWanted: boolean): Promise<object> {
  const all: number[] = [];
  let total = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const begin = performance.now();
    const page = await queries.page({ q, kind: 'real' }, ALL, { offset: 0, limit: PAGE });
    all.push(performance.now() - begin);
    total = page.total;
    if (isWanted && !page.rows.some(({ id }) => id === BigInt(WANTED)))
      throw new Error(`"${q}" does not find the client`);
  }
  all.sort((one, other) => one - other);
  return { found: total, medianMs: tenths(all[Math.floor(ROUNDS / 2)]), worstMs: tenths(all.at(-1)) };
}

function tenths(ms = Number.NaN): number {
  return Number(ms.toFixed(1));
}

if (process.argv[1]?.includes('bench-src-client-search')) await run();
