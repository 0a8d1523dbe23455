import { marketingCalls } from '@fairlot/contract';
import { type Kysely, type Selectable, type Transaction, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { Outbox } from '../../../messages/outbox.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Job, every } from '../../../platform/jobs.ts';
import type { Log } from '../../../platform/log.ts';
import { newSecret, secretHash } from '../../../security/random-secret.ts';
import type { WriteToChat } from '../../../staff/write-to-chat.ts';
import { type BulkText, chatText, textFor } from './texts.ts';

const EVERY_MS = 1_000;
/** Recipients per second, of all messages together. */
const PER_SECOND = 10;
/** Mails of such messages that may wait in the outbox: codes and notices of others come soon after them. */
const MOST_IN_OUTBOX = 50;

export interface BulkJobDeps {
  readonly db: Kysely<Tables>;
  readonly outbox: Pick<Outbox, 'put' | 'wake'>;
  readonly writeToChat: WriteToChat;
  /** Tells the user's devices that there is a message. */
  readonly tell: (user: number) => void;
  /** Writes to the audit log that all recipients of a message were served. */
  readonly record: (message: number) => Promise<unknown>;
  /** Origin of the pages, as users reach them, and of the calls. */
  readonly origins: () => { readonly pages: string; readonly calls: string };
  readonly clock: Clock;
  readonly log: Log;
}

type Message = Pick<
  Selectable<Tables['bulk_messages']>,
  'id' | 'kind' | 'by_chat' | 'by_mail' | 'texts' | 'author_id'
> & {
  readonly author: string;
};
type Recipient = Pick<Selectable<Tables['users']>, 'id' | 'email' | 'language' | 'marketing_since' | 'closing_at'>;
type Sent = { readonly user: number; readonly announce: (() => void) | undefined };

/**
 * Sends released messages, a few recipients a second. Each recipient is one transaction: the chat, the mail in the
 * outbox and the mark at the recipient's row. A crash leaves a recipient either waiting or served.
 */
export class BulkJob {
  readonly #deps: BulkJobDeps;
  readonly #job: Job;
  #isStopping = false;

  constructor(deps: BulkJobDeps) {
    this.#deps = deps;
    this.#job = every(
      EVERY_MS,
      () => this.run(),
      (error) => deps.log.error({ err: error }, 'a message to many clients could not be sent, trying again'),
    );
  }

  start(): void {
    this.#job.start();
  }

  /** Sends now instead of within a second. */
  wake(): void {
    this.#job.wake();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#job.stop();
  }

  /** Serves the recipients of one second: those of the oldest message first. */
  async run(): Promise<void> {
    const { outbox } = this.#deps;
    const message = await this.#oldest();
    if (message === undefined) return;
    const most = message.by_mail ? Math.min(PER_SECOND, await this.#placesInOutbox()) : PER_SECOND;
    for (let served = 0; served < most && !this.#isStopping; served += 1) {
      const sent = await this.#serveNext(message);
      if (sent === 'none') break;
      if (sent === undefined) continue;
      sent.announce?.();
      if (message.by_chat) this.#deps.tell(sent.user);
    }
    if (message.by_mail) outbox.wake();
  }

  async #oldest(): Promise<Message | undefined> {
    return this.#deps.db
      .selectFrom('bulk_messages')
      .innerJoin('staff', 'staff.id', 'bulk_messages.author_id')
      .select([
        'bulk_messages.id',
        'bulk_messages.kind',
        'by_chat',
        'by_mail',
        'texts',
        'author_id',
        'staff.name as author',
      ])
      .where('state', '=', 'sending')
      .where('ended_at', 'is', null)
      .orderBy('bulk_messages.id')
      .limit(1)
      .executeTakeFirst();
  }

  async #placesInOutbox(): Promise<number> {
    const { rows } = await sql<{ count: bigint }>`select count(*) from outbox
      where state = 'waiting' and template in ('bulk_service', 'bulk_marketing')`.execute(this.#deps.db);
    return Math.max(0, MOST_IN_OUTBOX - Number(rows[0]?.count ?? 0n));
  }

  /** Serves one recipient. `none`: nobody waits, or the message is not being sent any more. undefined: left out. */
  async #serveNext(message: Message): Promise<Sent | 'none' | undefined> {
    const { db, clock } = this.#deps;
    const now = new Date(clock());
    return db.transaction().execute(async (transaction) => {
      // The lock lets a pause or stop wait for this recipient, and no second one be served at the same time.
      const current = await transaction
        .selectFrom('bulk_messages')
        .select('state')
        .where('id', '=', message.id)
        .forUpdate()
        .executeTakeFirst();
      if (current?.state !== 'sending') return 'none';
      const row = await transaction
        .selectFrom('bulk_recipients')
        .select(['id', 'user_id'])
        .where('bulk_id', '=', message.id)
        .where('state', '=', 'waiting')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined) {
        await this.#finish(transaction, message, now);
        return 'none';
      }
      return this.#serve(transaction, message, row, now);
    });
  }

  async #finish(transaction: Transaction<Tables>, { id }: Message, now: Date): Promise<void> {
    // Before the state: after a crash in between the entry is there twice, never missing.
    await this.#deps.record(Number(id));
    await transaction.updateTable('bulk_messages').set({ state: 'done', ended_at: now }).where('id', '=', id).execute();
  }

  async #serve(
    transaction: Transaction<Tables>,
    message: Message,
    row: { readonly id: bigint; readonly user_id: bigint },
    now: Date,
  ): Promise<Sent | undefined> {
    const user = await transaction
      .selectFrom('users')
      .select(['id', 'email', 'language', 'marketing_since', 'closing_at'])
      .where('id', '=', row.user_id)
      .forKeyShare()
      .executeTakeFirstOrThrow();
    const isMailed =
      message.by_mail && user.email !== null && (message.kind === 'service' || user.marketing_since !== null);
    const reason = user.closing_at !== null ? 'closed' : !message.by_chat && !isMailed ? 'no_way' : null;
    const text = textFor(JSON.parse(message.texts) as readonly BulkText[], user.language);
    const mark = transaction.updateTable('bulk_recipients').where('id', '=', row.id);
    await transaction
      .updateTable('bulk_messages')
      .set((eb) => (reason === null ? { sent: eb('sent', '+', 1) } : { skipped: eb('skipped', '+', 1) }))
      .where('id', '=', message.id)
      .execute();
    if (reason !== null) {
      await mark.set({ state: 'skipped', reason, at: now }).execute();
      return undefined;
    }
    const token = isMailed ? await this.#mail(transaction, message, user, text) : undefined;
    const announce = message.by_chat
      ? await this.#deps.writeToChat(transaction, {
          user: Number(user.id),
          staff: { id: Number(message.author_id), name: message.author },
          isAnswer: false,
          text: chatText(text),
          at: now,
          key: `bulk ${message.id}`,
        })
      : undefined;
    await mark
      .set({
        state: 'sent',
        language: text.language,
        by_chat: message.by_chat,
        by_mail: isMailed,
        at: now,
        token_hash: token === undefined ? null : secretHash(token),
      })
      .execute();
    return { user: Number(user.id), announce };
  }

  /** Puts the mail into the outbox. Returns the token of its link, if it has one. */
  async #mail(
    transaction: Transaction<Tables>,
    { kind }: Message,
    { email, language }: Recipient,
    { subject, text, language: written }: BulkText & { readonly language: ReturnType<typeof textFor>['language'] },
  ): Promise<string | undefined> {
    const token = kind === 'marketing' ? newSecret() : undefined;
    const { pages, calls } = this.#deps.origins();
    await this.#deps.outbox.put(transaction, {
      channel: 'mail',
      to: email ?? '',
      template: kind === 'marketing' ? 'bulk_marketing' : 'bulk_service',
      language: written,
      params: { subject, text, ...(token !== undefined && { link: endLink(pages, token, language) }) },
      ...(token !== undefined && { stopUrl: `${calls}${marketingCalls.endMarketing.path}/${token}` }),
    });
    return token;
  }
}

/** The page on which a client takes the agreement to news back. */
export function endLink(origin: string, token: string, language: string): string {
  return `${origin}/#/unsubscribe?token=${token}&lang=${language}`;
}
