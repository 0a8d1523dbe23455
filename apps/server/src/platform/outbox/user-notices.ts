import { asMoney, formatMoney } from '@fairlot/domain';
import { languageOf, languageOr } from '@fairlot/i18n';
import type { LanguageCode } from '@fairlot/i18n';
import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { MailTemplate } from './message.ts';
import type { Outbox } from './outbox.ts';

/** What a user is told of: which text, and what stands in its holes. */
export interface UserNotice {
  readonly user: number | bigint;
  readonly template: MailTemplate;
  /** Micro-dollars. */
  readonly amount?: bigint;
  /** As a member of staff wrote it. */
  readonly reason?: string;
}

/** Tells users of decisions about them, in their own language, by mail or, where they have no address, by SMS. */
export class UserNotices {
  private readonly outbox: Outbox;

  constructor(outbox: Outbox) {
    this.outbox = outbox;
  }

  /** Part of the transaction that decides: told once when it commits, and not when it does not. */
  async put(transaction: Transaction<Tables>, { user, template, amount, reason }: UserNotice): Promise<void> {
    const row = await transaction
      .selectFrom('users')
      .select(['email', 'mobile', 'language'])
      .where('id', '=', BigInt(user))
      .executeTakeFirstOrThrow();
    const to = row.email ?? row.mobile;
    // Whoever can't be reached reads it on the screens: no decision waits for a letter.
    if (to === null) return;
    const language = languageOr(row.language);
    await this.outbox.put(transaction, {
      channel: row.email === null ? 'sms' : 'mail',
      to,
      template,
      language,
      params: {
        ...(amount !== undefined && { amount: amountIn(language, amount) }),
        ...(reason !== undefined && { reason }),
      },
    });
  }
}

/** Kept in its own direction where the words around it run the other way. */
function amountIn(language: LanguageCode, amount: bigint): string {
  const figure = `${formatMoney(asMoney(amount), 2).replaceAll(/\B(?=(\d{3})+(?!\d)(?=\.))/g, ',')} USD`;
  return languageOf(language).direction === 'rtl' ? `\u2066${figure}\u2069` : figure;
}
