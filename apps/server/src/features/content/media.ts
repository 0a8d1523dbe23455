import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { Answer } from '../../platform/answer.ts';
import { done } from '../../platform/answer.ts';
import { newSecret } from '../../platform/secret.ts';
import { Turns } from '../../platform/turns.ts';
import { redraw } from '../../platform/uploads/redraw.ts';

const NAME = /^([A-Za-z0-9_-]{43})\.jpg$/;
const AT_ONCE = 1;
const MOST_WAITING = 4;

/** Pictures that staff put into news and companies, for everybody to see. */
export class Media {
  private readonly db: Kysely<Tables>;
  private readonly turns = new Turns(AT_ONCE, MOST_WAITING);

  constructor(db: Kysely<Tables>) {
    this.db = db;
  }

  /** Draws a picture anew and keeps it. */
  async add(image: Buffer, staff: number): Promise<Answer<{ readonly url: string }>> {
    const picture = await this.turns.run(() => redraw(image));
    if (!picture.ok) return picture;
    const id = newSecret();
    await this.db
      .insertInto('media')
      .values({ id, content: picture.data.content, created_by: BigInt(staff) })
      .execute();
    return done({ url: `/media/${id}.jpg` });
  }

  async content(name: string): Promise<Buffer | undefined> {
    const id = NAME.exec(name)?.[1];
    if (id === undefined) return undefined;
    return (await this.db.selectFrom('media').select('content').where('id', '=', id).executeTakeFirst())?.content;
  }
}

/** Serves the pictures. A name stands for one content for good. */
export function serveMedia(app: FastifyInstance, media: Media): void {
  app.get<{ Params: { name: string } }>('/media/:name', async (request, reply) => {
    const content = await media.content(request.params.name);
    if (content === undefined) return reply.callNotFound();
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'same-origin')
      .type('image/jpeg')
      .send(content);
  });
}
