import { languageOr } from '@fairlot/i18n';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { write } from './message.ts';
import type { Message } from './message.ts';
import { OutboxQueue } from './queue.ts';
import type { OutboxRow } from './queue.ts';
import type { Sender } from './sender.ts';

export interface OutboxDeps {
  readonly db: Kysely<Tables>;
  /** Without a sender, messages of that channel are kept for the operator to read, and told in the log. */
  readonly mail: Sender | undefined;
  readonly sms: Sender | undefined;
  /** The name that messages speak for. */
  readonly siteTitle: () => string;
  readonly clock: Clock;
  readonly log: Log;
}

const LOOK_EVERY_MS = 5_000;
const TIDY_EVERY_MS = 3_600_000;
const AT_ONCE = 5;
/** Seconds before the second try, the third, and so on. */
const PAUSES_S = [10, 60, 300, 1_800, 7_200, 21_600] as const;
/** Above this, nothing that can be asked for again is put in. */
const FULL = 10_000;
const KEEP_MS = 30 * 24 * 3_600_000;
const KEEP_BLANK_MS = 3_600_000;

/** Mail and SMS on their way out. The table is the queue: what was committed is sent, across crashes, at least once. */
export class Outbox {
  private readonly deps: OutboxDeps;
  private readonly queue: OutboxQueue;
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | undefined;
  private again = false;
  private stopped = false;
  private waiting = 0;
  private tidyAt = 0;

  constructor(deps: OutboxDeps) {
    this.deps = deps;
    this.queue = new OutboxQueue(deps.db);
  }

  /** Whether so much waits that nothing more should be asked for. */
  get isFull(): boolean {
    return this.waiting >= FULL;
  }

  /** Puts a message in, as part of a transaction. Call `wake` after its commit. */
  async put(transaction: Transaction<Tables>, message: Message): Promise<void> {
    const { subject, text } = write(message, this.deps.siteTitle());
    const sends = this.deps[message.channel] !== undefined;
    await this.queue.add(
      transaction,
      {
        channel: message.channel,
        recipient: message.to,
        template: message.template,
        language: message.language,
        subject,
        body: text,
        secret: message.secret ?? false,
        state: sends ? 'waiting' : 'held',
        expires_at: message.expiresAt ?? null,
      },
      this.now(),
    );
    if (!sends)
      this.deps.log.info(
        { channel: message.channel, to: message.to, text },
        'message kept in the outbox: nothing is configured that sends it',
      );
  }

  /** Takes the time of `put` and sends nothing. */
  async putNothing(transaction: Transaction<Tables>, message: Message): Promise<void> {
    const { subject, text } = write(message, this.deps.siteTitle());
    const blank = text.replaceAll(/\S/g, '-');
    await this.queue.add(
      transaction,
      {
        channel: message.channel,
        recipient: '',
        template: message.template,
        language: message.language,
        subject: subject.replaceAll(/\S/g, '-'),
        body: blank,
        secret: false,
        state: 'blank',
        expires_at: message.expiresAt ?? null,
      },
      this.now(),
    );
  }

  start(): void {
    this.wake();
    this.timer = setInterval(() => this.wake(), LOOK_EVERY_MS);
  }

  /** Looks for messages that are due. */
  wake(): void {
    if (this.stopped) return;
    if (this.working !== undefined) {
      this.again = true;
      return;
    }
    this.working = this.work()
      .catch((error: unknown) => this.deps.log.error({ err: error }, 'the outbox could not be worked through'))
      .finally(() => {
        this.working = undefined;
        if (this.again) {
          this.again = false;
          this.wake();
        }
      });
  }

  /** Ends after what is being sent. The rest is sent after the next start. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.working;
    this.deps.mail?.close();
    this.deps.sms?.close();
  }

  private async work(): Promise<void> {
    if (this.deps.mail !== undefined || this.deps.sms !== undefined) {
      for (;;) {
        const due = await this.queue.claim(this.now(), AT_ONCE);
        await Promise.all(due.map((row) => this.trySending(row)));
        if (due.length < AT_ONCE || this.stopped) break;
      }
      this.waiting = await this.queue.waiting();
    }
    if (this.deps.clock() < this.tidyAt) return;
    this.tidyAt = this.deps.clock() + TIDY_EVERY_MS;
    await this.queue.tidy(new Date(this.deps.clock() - KEEP_BLANK_MS), new Date(this.deps.clock() - KEEP_MS));
  }

  private async trySending(row: OutboxRow): Promise<void> {
    const sender = this.deps[row.channel];
    if (row.expires_at !== null && row.expires_at <= this.now()) return this.queue.end(row.id, 'expired', this.now());
    // Put in while another configuration was in force: it waits until something sends it again.
    if (sender === undefined)
      return this.queue.tryLater(row.id, this.later(row.tries), 'nothing is configured that sends it');
    try {
      await sender.send({
        id: Number(row.id),
        to: row.recipient,
        subject: row.subject,
        text: row.body ?? '',
        language: languageOr(row.language),
      });
      return await this.queue.end(row.id, 'sent', this.now());
    } catch (error) {
      const words = (error instanceof Error ? error.message : String(error)).slice(0, 500);
      this.deps.log.warn(
        { message: Number(row.id), channel: row.channel, tries: row.tries, error: words },
        'a message could not be sent',
      );
      if (row.tries > PAUSES_S.length) return this.queue.end(row.id, 'failed', this.now(), words);
      return this.queue.tryLater(row.id, this.later(row.tries), words);
    }
  }

  private later(tries: number): Date {
    return new Date(this.deps.clock() + (PAUSES_S[tries - 1] ?? 21_600) * 1000);
  }

  private now(): Date {
    return new Date(this.deps.clock());
  }
}
