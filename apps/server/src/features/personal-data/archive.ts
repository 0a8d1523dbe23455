import { type Kysely, type Transaction, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { BYTE_ORDER_MARK, csvOf } from '../../http/csv.ts';
import type { ZipEntry } from '../../platform/zip.ts';
import { cardContext } from '../../security/secrets/sealing-context.ts';
import type { Secrets } from '../../security/secrets/secrets.ts';
import { PERSONAL_TABLES } from './inventory.ts';
import type { Column, Person, PersonalTable } from './personal-table.ts';

/** Rows read at a time, and rows of a table in the archive. */
const AT_ONCE = 1_000;
const MOST_ROWS = 200_000;
/** PostgreSQL ends the read when the client takes nothing for so long. */
const IDLE = '30s';

type Row = Readonly<Record<string, unknown>>;
type Exported = PersonalTable & { readonly exported: readonly Column[] };

const EXPORTED = PERSONAL_TABLES.filter((table): table is Exported => typeof table.exported !== 'string');

/** Parts of an archive that do not come from the person's rows. */
export interface ArchiveDeps {
  readonly db: Kysely<Tables>;
  readonly secrets: Secrets;
  readonly user: number;
  readonly readme: string;
}

/** The files of a person's archive, all as they were at one moment. */
export async function* archiveOf({ db, secrets, user, readme }: ArchiveDeps): AsyncGenerator<ZipEntry> {
  const transaction = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    await sql`set local idle_in_transaction_session_timeout = ${sql.lit(IDLE)}`.execute(transaction);
    const person = await transaction
      .selectFrom('users')
      .select(['id', 'email', 'mobile'])
      .where('id', '=', BigInt(user))
      .executeTakeFirstOrThrow();
    yield { name: 'README.txt', content: textOf([readme]) };
    yield { name: 'data.json', content: jsonOf(transaction, secrets, person) };
    for (const table of EXPORTED)
      yield { name: `tables/${table.table}.csv`, content: csvFile(transaction, secrets, table, person) };
    const images = await transaction
      .selectFrom('images')
      .select('id')
      .where('owner_id', '=', person.id)
      .orderBy('created_at')
      .limit(MOST_ROWS)
      .execute();
    for (const { id } of images)
      yield { name: `images/${id}.jpg`, content: imageFile(transaction, id), isCompressed: false };
  } finally {
    await transaction
      .rollback()
      .execute()
      .catch(() => undefined);
  }
}

async function* textOf(texts: readonly string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text, 'utf8');
}

async function* imageFile(db: Kysely<Tables>, id: string): AsyncGenerator<Buffer> {
  const { content } = await db.selectFrom('images').select('content').where('id', '=', id).executeTakeFirstOrThrow();
  yield content;
}

async function* csvFile(
  db: Transaction<Tables>,
  secrets: Secrets,
  table: Exported,
  person: Person,
): AsyncGenerator<Buffer> {
  const names = namesOf(table);
  yield Buffer.from(BYTE_ORDER_MARK + csvOf([], names), 'utf8');
  for await (const rows of rowsOf(db, secrets, table, person)) yield Buffer.from(csvOf(rows, names, false), 'utf8');
}

async function* jsonOf(db: Transaction<Tables>, secrets: Secrets, person: Person): AsyncGenerator<Buffer> {
  let lead = '{\n';
  for (const table of EXPORTED) {
    yield Buffer.from(`${lead}${JSON.stringify(table.table)}: [`, 'utf8');
    lead = ',\n';
    let between = '\n';
    for await (const rows of rowsOf(db, secrets, table, person)) {
      yield Buffer.from(between + rows.map((row) => JSON.stringify(row)).join(',\n'), 'utf8');
      between = ',\n';
    }
    yield Buffer.from(']', 'utf8');
  }
  yield Buffer.from('\n}\n', 'utf8');
}

/** The rows of a table, some at a time, in memory that does not grow with their number. */
async function* rowsOf(
  db: Transaction<Tables>,
  secrets: Secrets,
  { table, of, exported }: Exported,
  person: Person,
): AsyncGenerator<readonly Row[]> {
  const columns = exported.map((column) =>
    typeof column === 'string' ? sql.ref(column) : sql`${column[1]} as ${sql.ref(column[0])}`,
  );
  await sql`declare person_rows no scroll cursor for
    select ${sql.join(columns)} from ${sql.table(table)} where ${of(person)} order by 1 limit ${MOST_ROWS}`.execute(db);
  try {
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(AT_ONCE)} from person_rows`.execute(db);
      if (rows.length > 0) yield rows.map((row) => plain(row, secrets, person));
      if (rows.length < AT_ONCE) return;
    }
  } finally {
    await sql`close person_rows`.execute(db);
  }
}

function namesOf({ exported }: Exported): readonly string[] {
  return exported.map((column) => nameOf(typeof column === 'string' ? column : column[0]));
}

/** The number of a document is stored sealed. */
function nameOf(column: string): string {
  return column === 'card_sealed' ? 'card_id' : column;
}

function plain(row: Row, secrets: Secrets, person: Person): Row {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      nameOf(column),
      column === 'card_sealed' && Buffer.isBuffer(value)
        ? secrets.open(value, cardContext(person.id)).toString('utf8')
        : wordOf(value),
    ]),
  );
}

function wordOf(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return value instanceof Date ? value.toISOString() : value;
}
