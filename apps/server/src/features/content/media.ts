import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { type Answer, done } from '../../http/answer.ts';
import { ByteCache } from '../../platform/byte-cache.ts';
import { ConcurrencyLimit, OverloadedError } from '../../platform/concurrency-limit.ts';
import { newSecret } from '../../security/random-secret.ts';
import { reencodeImage } from '../../uploads/re-encode.ts';

const NAME = /^([A-Za-z0-9_-]{43})\.jpg$/;
const AT_ONCE = 1;
const MOST_WAITING = 4;
const CACHE_BYTES = 32 * 1024 * 1024;
const READS_AT_ONCE = 2;
const READS_WAITING = 100;

/**
 * Public pictures that staff add to news and companies. Their names and the latest contents are in memory, because anybody
 * may ask for them without limit: an unknown name costs no query.
 */
export class Media {
  readonly #db: Kysely<Tables>;
  readonly #names = new Set<string>();
  readonly #contents = new ByteCache(CACHE_BYTES);
  readonly #reading = new Map<string, Promise<Buffer | undefined>>();
  readonly #reads = new ConcurrencyLimit(READS_AT_ONCE, READS_WAITING);
  readonly #limit = new ConcurrencyLimit(AT_ONCE, MOST_WAITING);

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** Re-encodes a picture and stores it. */
  async add(image: Buffer, staff: number): Promise<Answer<{ readonly url: string }>> {
    const picture = await this.#limit.run(() => reencodeImage(image));
    if (!picture.ok) return picture;
    const id = newSecret();
    await this.#db
      .insertInto('media')
      .values({ id, content: picture.data.content, created_by: BigInt(staff) })
      .execute();
    this.#names.add(id);
    return done({ url: `/media/${id}.jpg` });
  }

  /** Reads the names of all pictures. Until then there are none. */
  async start(): Promise<void> {
    const rows = await this.#db.selectFrom('media').select('id').execute();
    for (const { id } of rows) this.#names.add(id);
  }

  /** A picture. Undefined when there is none; throws OverloadedError when too many reads wait. */
  async content(name: string): Promise<Buffer | undefined> {
    const id = NAME.exec(name)?.[1];
    if (id === undefined || !this.#names.has(id)) return undefined;
    const cached = this.#contents.get(id);
    if (cached !== undefined) return cached;
    const reading = this.#reading.get(id) ?? this.#reads.run(() => this.#read(id));
    this.#reading.set(id, reading);
    return reading.finally(() => this.#reading.delete(id));
  }

  async #read(id: string): Promise<Buffer | undefined> {
    const row = await this.#db.selectFrom('media').select('content').where('id', '=', id).executeTakeFirst();
    if (row !== undefined) this.#contents.set(id, row.content);
    return row?.content;
  }
}

/**
 * Serves the pictures. They are cached forever, because the content of a name never changes. `isShared` lets pages of
 * other origins show them.
 */
export function serveMedia(app: FastifyInstance, media: Media, isShared: boolean): void {
  app.get<{ Params: { name: string } }>('/media/:name', async (request, reply) => {
    const content = await media.content(request.params.name).catch(unlessOverloaded);
    if (content === 'overloaded') return reply.code(503).header('cache-control', 'no-store').send();
    if (content === undefined) return reply.callNotFound();
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', isShared ? 'cross-origin' : 'same-origin')
      .type('image/jpeg')
      .send(content);
  });
}

function unlessOverloaded(error: unknown): 'overloaded' {
  if (error instanceof OverloadedError) return 'overloaded';
  throw error;
}
