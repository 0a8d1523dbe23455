import { DAY_MS, HOUR_MS } from '@fairlot/domain';
import { languageOr } from '@fairlot/i18n';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../db/tables/index.ts';
import type { Clock } from '../platform/clock.ts';
import { type Job, everyByClock } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import type { MailTexts } from './mail-texts.ts';
import { type Message, type RenderedMessage, renderMessage } from './message.ts';
import { OutboxQueue, type OutboxRow } from './outbox-queue.ts';
import type { MessageSender } from './sender.ts';

export interface OutboxDeps {
  readonly db: Kysely<Tables>;
  /** Without a sender, messages of that channel stay in the outbox for the operator to read. */
  readonly mail: MessageSender | undefined;
  readonly sms: MessageSender | undefined;
  /** Texts of mails that the house has changed; none where they are absent. */
  readonly texts?: Pick<MailTexts, 'words'>;
  /** The sender's name in messages. */
  readonly siteTitle: () => string;
  /** True where money is play money: messages without a sender are logged with their text, codes and links too. */
  readonly logsTexts?: boolean;
  /** Told of new messages while another process delivers them. */
  readonly onWaiting?: () => void;
  readonly clock: Clock;
  readonly log: Log;
}

const LOOK_EVERY_MS = 5_000;
const TIDY_EVERY_MS = HOUR_MS;
const AT_ONCE = 5;
/** Seconds before the second try, the third, and so on. */
const PAUSES_S = [10, 60, 300, 1_800, 7_200, 21_600] as const;
/** Queue length above which requests for further messages are refused. */
const FULL = 10_000;
const KEEP_MS = 30 * DAY_MS;
const KEEP_BLANK_MS = HOUR_MS;

/** Mail and SMS to be sent. The table is the queue: committed messages are sent at least once, also after a crash. */
export class Outbox {
  readonly #deps: OutboxDeps;
  readonly #queue: OutboxQueue;
  readonly #job: Job;
  #delivers = false;
  #stopped = false;
  #waiting = 0;
  #tidyAt = 0;

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
    this.#queue = new OutboxQueue(deps.db);
    this.#job = everyByClock(
      deps.clock,
      LOOK_EVERY_MS,
      () => this.#work(),
      (error) => deps.log.error({ err: error }, 'the outbox could not be processed'),
    );
  }

  /** True when the queue is so long that no further messages should be requested. */
  get isFull(): boolean {
    return this.#waiting >= FULL;
  }

  /** True when messages of a channel are sent. Otherwise the operator has to read and pass them on. */
  sends(channel: Message['channel']): boolean {
    return this.#deps[channel] !== undefined;
  }

  /** Adds a message as part of a transaction. Call `wake` after its commit. */
  async put(transaction: Transaction<Tables>, message: Message): Promise<void> {
    const { subject, text } = this.#render(message);
    const sends = this.sends(message.channel);
    await this.#queue.add(
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
        stop_url: message.stopUrl ?? null,
      },
      this.#now(),
    );
    if (!sends) this.#logHeld(message, text);
  }

  /** Takes as long as `put` but sends nothing, so that the response time does not reveal whether an account exists. */
  async putNothing(transaction: Transaction<Tables>, message: Message): Promise<void> {
    const { subject, text } = this.#render(message);
    const blank = text.replaceAll(/\S/g, '-');
    await this.#queue.add(
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
        stop_url: null,
      },
      this.#now(),
    );
  }

  #render(message: Message): RenderedMessage {
    const house = message.draft ?? this.#deps.texts?.words(message.template, message.language);
    return renderMessage(message, this.#deps.siteTitle(), house);
  }

  /** Delivers the messages, for all processes. */
  start(): void {
    this.#delivers = true;
    this.#job.start();
    this.#job.wake();
  }

  /** Only follows the length of the queue, until `start`. */
  watch(): void {
    this.#job.start();
    this.#job.wake();
  }

  /** Has due messages processed now, here or where they are delivered. */
  wake(): void {
    if (this.#delivers) this.#job.wake();
    else this.#deps.onWaiting?.();
  }

  /** Stops after the messages that are being sent. The rest is sent after the next start. */
  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    await this.#job.stop();
    this.#deps.mail?.close();
    this.#deps.sms?.close();
  }

  /** The text of a message is personal, and often a secret: it is logged only where the product is being tried. */
  #logHeld({ channel, template }: Message, text: string): void {
    const { log, logsTexts } = this.#deps;
    if (logsTexts)
      log.info(
        { channel, template, text },
        'message held in the outbox: no sender is configured. Its text is logged because money is play money here (FAIRLOT_SIMULATED_MONEY)',
      );
    else log.info({ channel, template }, 'message held in the outbox: no sender is configured');
  }

  async #work(): Promise<void> {
    if (this.#delivers) await this.#tidy();
    if (this.#deps.mail === undefined && this.#deps.sms === undefined) return;
    while (this.#delivers) {
      const due = await this.#queue.claim(this.#now(), AT_ONCE);
      await Promise.all(due.map((row) => this.#trySending(row)));
      if (due.length < AT_ONCE || this.#stopped) break;
    }
    this.#waiting = await this.#queue.waiting();
  }

  /** Ends messages that nothing could send for too long, and deletes old ones. Before sending: news of a month is none. */
  async #tidy(): Promise<void> {
    const now = this.#deps.clock();
    if (now < this.#tidyAt) return;
    await this.#queue.failWaiting(new Date(now - KEEP_MS), this.#now());
    await this.#queue.deleteOld(new Date(now - KEEP_BLANK_MS), new Date(now - KEEP_MS));
    this.#tidyAt = now + TIDY_EVERY_MS;
  }

  async #trySending(row: OutboxRow): Promise<void> {
    const sender = this.#deps[row.channel];
    if (row.expires_at !== null && row.expires_at <= this.#now())
      return this.#queue.end(row.id, 'expired', this.#now());
    // The message was added while a sender was configured. It waits until one is configured again.
    if (sender === undefined) return this.#queue.tryLater(row.id, this.#later(row.tries), 'no sender is configured');
    try {
      await sender.send({
        id: Number(row.id),
        to: row.recipient,
        subject: row.subject,
        text: row.body ?? '',
        language: languageOr(row.language),
        ...(row.stop_url === null ? {} : { stopUrl: row.stop_url }),
      });
      return await this.#queue.end(row.id, 'sent', this.#now());
    } catch (error) {
      const words = (error instanceof Error ? error.message : String(error)).slice(0, 500);
      // The words of a mail server often quote the recipient; the office shows them.
      this.#deps.log.warn(
        { message: Number(row.id), channel: row.channel, tries: row.tries, error: failureCode(error) },
        'a message could not be sent',
      );
      if (row.tries > PAUSES_S.length) return this.#queue.end(row.id, 'failed', this.#now(), words);
      return this.#queue.tryLater(row.id, this.#later(row.tries), words);
    }
  }

  #later(tries: number): Date {
    return new Date(this.#deps.clock() + (PAUSES_S[tries - 1] ?? 21_600) * 1000);
  }

  #now(): Date {
    return new Date(this.#deps.clock());
  }
}

/** The code of a failure: of SMTP or HTTP, of the connection, or else the kind of error. */
function failureCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { responseCode, code } = error as { readonly responseCode?: unknown; readonly code?: unknown };
  if (typeof responseCode === 'number') return String(responseCode);
  if (typeof code === 'string' && /^[A-Z][A-Z\d_]{1,40}$/.test(code)) return code;
  return error.cause instanceof Error ? failureCode(error.cause) : error.name;
}
