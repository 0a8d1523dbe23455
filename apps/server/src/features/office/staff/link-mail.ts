import type { LanguageCode } from '@fairlot/i18n';
import type { Transaction } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { Outbox } from '../../../messages/outbox.ts';
import type { NewLink } from './set-up.ts';

/** The owner of a set-up link. */
export interface LinkOwner {
  readonly name: string;
  readonly email: string;
  readonly language: LanguageCode;
}

/** Mails set-up links to their owners, so that the administrator who asked for one never sees it. */
export class LinkMail {
  readonly #outbox: Outbox;

  constructor(outbox: Outbox) {
    this.#outbox = outbox;
  }

  /** False where no mail is sent: then links can only be shown to the administrator. */
  get isSent(): boolean {
    return this.#outbox.sends('mail');
  }

  get isFull(): boolean {
    return this.#outbox.isFull;
  }

  /**
   * Adds the mail to the transaction that stores the link. The mail names the path alone: an address taken from the
   * request would let its sender lead the owner to a page of his own.
   */
  put(db: Transaction<Tables>, { name, email, language }: LinkOwner, { token, expiresAt }: NewLink): Promise<void> {
    return this.#outbox.put(db, {
      channel: 'mail',
      to: email,
      template: 'staff_link',
      language,
      params: { name, path: setUpPath(token) },
      secret: true,
      expiresAt,
    });
  }

  /** Tells a former mailbox that the account's new link goes elsewhere. Accounts of staff have no language. */
  putMoved(db: Transaction<Tables>, { name, email }: Omit<LinkOwner, 'language'>, author: string): Promise<void> {
    return this.#outbox.put(db, {
      channel: 'mail',
      to: email,
      template: 'staff_link_moved',
      language: 'en',
      params: { name, author },
    });
  }

  /** Sends them after the commit. */
  wake(): void {
    this.#outbox.wake();
  }
}

/** The page of the office that uses a set-up link. The token follows the `#`, which browsers do not send. */
export function setUpPath(token: string): string {
  return `/office/#/setup?token=${token}`;
}
