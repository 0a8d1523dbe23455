import { type LanguageCode, isolate, languageOr } from '@fairlot/i18n';
import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { Outbox } from '../../messages/outbox.ts';
import type { UserNotices } from '../../messages/user-notices.ts';
import { newSecret, secretHash } from '../../security/random-secret.ts';

export interface EmailChangeMailsDeps {
  readonly notices: UserNotices;
  readonly outbox: Outbox;
  /** Origin of the pages, as users reach them. */
  readonly origin: () => string;
}

/** The tokens of the two links, as they are stored. */
export interface LinkHashes {
  readonly new_token_hash: Buffer;
  readonly old_token_hash: Buffer;
}

/** Sends the two links of a change of email address: each mailbox confirms for itself. */
export class EmailChangeMails {
  readonly #deps: EmailChangeMailsDeps;

  constructor(deps: EmailChangeMailsDeps) {
    this.#deps = deps;
  }

  /** Sends the links in the transaction of the request. An address of another user gets a notice and no link. */
  async send(transaction: Transaction<Tables>, user: bigint, email: string): Promise<LinkHashes> {
    const [newToken, oldToken] = [newSecret(), newSecret()];
    const { language: code } = await transaction
      .selectFrom('users')
      .select('language')
      .where('id', '=', user)
      .executeTakeFirstOrThrow();
    const language = languageOr(code);
    const isTaken =
      (await transaction.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()) !== undefined;
    await this.#deps.outbox.put(transaction, {
      channel: 'mail',
      to: email,
      template: isTaken ? 'email_change_known' : 'email_change_new',
      language,
      secret: true,
      params: isTaken ? {} : { link: this.#link(newToken, language) },
    });
    await this.#deps.notices.put(transaction, {
      user,
      template: 'email_change_old',
      params: { email: isolate(email), confirm: this.#link(oldToken, language) },
    });
    return { new_token_hash: secretHash(newToken), old_token_hash: secretHash(oldToken) };
  }

  #link(token: string, language: LanguageCode): string {
    return `${this.#deps.origin()}/#/confirm-email?token=${token}&lang=${language}`;
  }
}
