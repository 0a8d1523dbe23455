import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../apps/server/src/db/database.ts';
import { UserStaffQueries } from '../../apps/server/src/features/office/users/queries.ts';
import { fillClients } from '../../apps/server/tests/support/many-clients.ts';
import { log } from './orders/host.ts';
import { report } from './report.ts';

const CLIENTS = 1_000_000;
const ROUNDS = 9;
const PAGE = 20;
const ALL = { money: true, documents: true };
/** The client whom the searches look for. */
const WANTED = 471_101;

/** Measures the office's search for one of a million clients, by each fact that identifies, and by what many share. */
export async function run(): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-bench-clients-'));
  const database = await openDatabase({ dataFolder: folder, role: 'owner', log });
  try {
    const begin = performance.now();
    await fillClients(database.pool, CLIENTS);
    const fillMs = Math.round(performance.now() - begin);
    const { rows } = await database.pool.query<
      Record<'email' | 'mobile' | 'code' | 'name' | 'account' | 'transfer' | 'reference' | 'address', string>
    >(
      `select u.email, u.mobile, u.invite_code as code, i.name, m.dc_address || m.payee_account as account, d.transfer, w.reference, s.address
       from users u join identity_submissions i on i.user_id = u.id join draw_methods m on m.user_id = u.id join deposits d on d.user_id = u.id
       join withdrawals w on w.user_id = u.id join sessions s on s.user_id = u.id where u.id = $1`,
      [WANTED],
    );
    const [client] = rows;
    if (client === undefined) throw new Error(`there is no client ${WANTED}`);
    const queries = new UserStaffQueries(database.kysely, (key) => [`card ${key.replace(/\D/g, '')}`]);
    const [first = '', last = ''] = client.name.split(' ');
    const searches: Readonly<Record<string, string>> = {
      number: String(WANTED),
      uid: String(WANTED + 10_000_000),
      inviteCode: client.code,
      email: client.email,
      partOfEmail: client.email.slice(3, 14),
      mobile: client.mobile,
      partOfMobile: client.mobile.slice(4),
      name: `${last} ${first}`,
      partOfName: last.slice(1, -1),
      document: `ID-${WANTED}`,
      payout: client.account,
      transaction: client.transfer,
      reference: client.reference,
      address: client.address,
    };
    const figures: Record<string, object> = {};
    for (const [name, q] of Object.entries(searches)) figures[name] = await measured(queries, q, true);
    // Answers with thousands of clients, and with none.
    for (const [name, q] of Object.entries({
      firstName: 'Ada',
      mailHost: '@mail77.example',
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
