import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { type Answer, done } from '../../http/answer.ts';
import { ConcurrencyLimit } from '../../platform/concurrency-limit.ts';
import { newSecret } from '../../security/random-secret.ts';
import { reencodeImage } from '../../uploads/re-encode.ts';

const NAME = /^([A-Za-z0-9_-]{43})\.jpg$/;
const AT_ONCE = 1;
const MOST_WAITING = 4;

/** Public pictures that staff add to news and companies. */
export class Media {
  readonly #db: Kysely<Tables>;
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
    return done({ url: `/media/${id}.jpg` });
  }

  async content(name: string): Promise<Buffer | undefined> {
    const id = NAME.exec(name)?.[1];
    if (id === undefined) return undefined;
    return (await this.#db.selectFrom('media').select('content').where('id', '=', id).executeTakeFirst())?.content;
  }
}

/**
 * Serves the pictures. They are cached forever, because the content of a name never changes. `isShared` lets pages of
 * other origins show them.
 */
export function serveMedia(app: FastifyInstance, media: Media, isShared: boolean): void {
  app.get<{ Params: { name: string } }>('/media/:name', async (request, reply) => {
    const content = await media.content(request.params.name);
    if (content === undefined) return reply.callNotFound();
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', isShared ? 'cross-origin' : 'same-origin')
      .type('image/jpeg')
      .send(content);
  });
}
