import type { CopyEnd, PushNotice } from '@fairlot/contract';
import type { CopyId } from '@fairlot/copying';
import type { AccountId } from '@fairlot/engine';
import { type LanguageCode, isolateWords, translate } from '@fairlot/i18n';
import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { UserNotices } from '../../messages/user-notices.ts';
import type { CopyRow, Leader } from './copy-row.ts';
import { presentLeader } from './leader-presenter.ts';

/** The notice of each end that the copier did not choose. */
const TEMPLATES = {
  leader: 'copy_left',
  loss: 'copy_loss',
  staff: 'copy_staff',
} as const satisfies Partial<Record<CopyEnd, string>>;

export interface CopyNoticesDeps {
  readonly notices: Pick<UserNotices, 'put'>;
  readonly named: (accounts: readonly AccountId[]) => Promise<ReadonlyMap<AccountId, Leader>>;
  /** Sends a push message to the devices of a user. */
  readonly tell: (user: AccountId, write: (language: LanguageCode) => Omit<PushNotice, 'lang' | 'dir'>) => void;
}

/** The end of a copy before its row is changed. */
export interface EndingNotice {
  /** Adds the mail or SMS to the transaction that ends the copy. */
  readonly put: (transaction: Transaction<Tables>, row: CopyRow) => Promise<void>;
  /** Tells devices; call it after the commit. */
  readonly tell: () => void;
}

/** Tells copiers, by mail or SMS and by push, of copies that ended without them. */
export class CopyNotices {
  readonly #deps: CopyNoticesDeps;

  constructor(deps: CopyNoticesDeps) {
    this.#deps = deps;
  }

  /**
   * Prepares the notice of an end; undefined when the copier ended the copy. Reads the leader's name first, because a second
   * connection within the transaction could wait for ever.
   */
  async prepare(
    { id, copier, leader }: { readonly id: CopyId; readonly copier: AccountId; readonly leader: AccountId },
    ended: CopyEnd,
  ): Promise<EndingNotice | undefined> {
    if (ended === 'copier') return undefined;
    const { notices, named, tell } = this.#deps;
    const template = TEMPLATES[ended];
    const who = (await named([leader])).get(leader);
    const trader = (language: LanguageCode) => ({ trader: isolateWords(presentLeader(who, language).name) });
    return {
      put: (transaction, { reason, stop_loss: limit }) =>
        notices.put(transaction, {
          user: copier,
          template,
          ...(ended === 'loss' && { amount: limit ?? 0n }),
          ...(ended === 'staff' && { reason }),
          paramsIn: trader,
        }),
      tell: () =>
        tell(copier, (language) => ({
          title: translate(language, `mail.${template}.subject`, trader(language)),
          body: translate(language, 'push.copy_ended'),
          path: `/copy?id=${id}`,
          tag: `copy-${id}`,
        })),
    };
  }
}
