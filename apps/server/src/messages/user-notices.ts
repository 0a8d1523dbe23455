import { type LanguageCode, type Params, languageOr } from '@fairlot/i18n';
import type { Transaction } from 'kysely';
import type { Tables } from '../db/tables/index.ts';
import { utcMinute } from '../platform/utc-minute.ts';
import { amountIn, figureIn } from './figures.ts';
import type { MailTemplate } from './message.ts';
import type { Outbox } from './outbox.ts';

/** A notice to a user: its template and the values in it. */
export interface UserNotice {
  readonly user: number | bigint;
  readonly template: MailTemplate;
  /** Micro-dollars. */
  readonly amount?: bigint;
  /** Micro-dollars that the user had reported, where `amount` is another sum. */
  readonly reported?: bigint;
  /** Written to the minute, with its zone, because the reader's zone is unknown. */
  readonly at?: Date;
  /** Network address of the deed. */
  readonly address?: string;
  /** Written by a member of staff. */
  readonly reason?: string;
  /** A former address of the user, instead of the present one. */
  readonly to?: { readonly email: string | null; readonly mobile: string | null };
  /** Sent to the mobile too, where there is an address as well: the mailbox may be lost. */
  readonly alsoMobile?: boolean;
  /** Other figures, as they are shown. */
  readonly params?: Params;
  /** Figures within words of the language. */
  readonly paramsIn?: (language: LanguageCode) => Params;
}

/** Creates a link with which the owner freezes the account, and returns its URL. */
export type NewFreezeLink = (transaction: Transaction<Tables>, user: bigint, language: LanguageCode) => Promise<string>;

/** Notices of deeds that an attacker could have done; they carry a link that freezes the account. */
const WARNINGS: ReadonlySet<MailTemplate> = new Set([
  'method_bound',
  'withdrawal_requested',
  'account_unfrozen',
  'factor_reset_open',
  'factor_reset_approved',
  'factor_reset_done',
  'factor_on',
  'factor_off',
  'recovery_codes_renewed',
  'passkey_added',
  'passkey_removed',
  'passkey_suspended',
  'new_device',
  'wrong_codes',
  'data_exported',
  'email_change_old',
  'email_change_approved',
  'email_changed',
]);

/** Notifies users of decisions about them, in their own language, by mail or, without an address, by SMS. */
export class UserNotices {
  readonly #outbox: Outbox;
  readonly #newFreezeLink: NewFreezeLink;

  constructor(outbox: Outbox, newFreezeLink: NewFreezeLink) {
    this.#outbox = outbox;
    this.#newFreezeLink = newFreezeLink;
  }

  /** Adds the notice to the transaction of the decision: it is sent exactly when the decision commits. */
  async put(
    transaction: Transaction<Tables>,
    {
      user,
      template,
      amount,
      reported,
      at,
      address,
      reason,
      params,
      paramsIn,
      to: former,
      alsoMobile = false,
    }: UserNotice,
  ): Promise<void> {
    const row = await transaction
      .selectFrom('users')
      .select(['email', 'mobile', 'language'])
      .where('id', '=', BigInt(user))
      .executeTakeFirstOrThrow();
    const { email, mobile } = former ?? row;
    // Users without mail and mobile read the decision on the screens.
    const targets = [
      ...(email === null ? [] : [{ channel: 'mail' as const, to: email }]),
      ...(mobile !== null && (email === null || alsoMobile) ? [{ channel: 'sms' as const, to: mobile }] : []),
    ];
    const language = languageOr(row.language);
    const isWarning = WARNINGS.has(template);
    for (const target of targets)
      await this.#outbox.put(transaction, {
        ...target,
        template,
        language,
        // The link is a secret until its use.
        secret: isWarning,
        params: {
          ...params,
          ...paramsIn?.(language),
          ...(isWarning && { link: await this.#newFreezeLink(transaction, BigInt(user), language) }),
          ...(amount !== undefined && { amount: amountIn(language, amount) }),
          ...(reported !== undefined && { reported: amountIn(language, reported) }),
          ...(at !== undefined && {
            at: figureIn(language, utcMinute(at)),
          }),
          ...(address !== undefined && { address: figureIn(language, address) }),
          ...(reason !== undefined && { reason }),
        },
      });
  }
}
