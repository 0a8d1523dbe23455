import { MailTextActions } from '../features/office/mail-texts/actions.ts';
import { registerMailTexts } from '../features/office/mail-texts/routes.ts';
import { StaffQueries } from '../features/office/staff/queries.ts';
import { MailTexts } from '../messages/mail-texts.ts';
import type { Auth } from './auth.ts';
import type { CoreDeps, FeatureDeps } from './deps.ts';
import { openRereading } from './rereading.ts';

/** Reads the texts of mails that the house has changed, and again when it changes them: the worker sends some too. */
export async function readMailTexts(
  deps: Pick<CoreDeps, 'database' | 'lifecycle' | 'log' | 'signals'>,
): Promise<MailTexts> {
  const { database, log, signals } = deps;
  const tell = (): void => signals.tell('mailTexts');
  const read = async (isUnsure: () => boolean): Promise<void> => {
    const isAnother = await texts.read();
    if (isAnother && isUnsure()) tell();
  };
  const again = openRereading('texts of mails', read, deps);
  const texts = await MailTexts.open(database.kysely, {
    unfit: (text) =>
      log.warn(text, 'a changed text of a mail breaks the rules of this version; the built-in text is used'),
    behind: again.unsure,
    changed: tell,
  });
  signals.on('mailTexts', again.now);
  signals.onMissed(again.now);
  return texts;
}

/** Builds the office's texts of mails. */
export function openMailTexts(
  { database, staffCalls, proposals, clock }: FeatureDeps,
  { outbox, mailLook: look }: Auth,
  texts: MailTexts,
): void {
  const db = database.kysely;
  const staff = new StaffQueries(db);
  const mailboxOf = async (id: number) => (await staff.byId(id))?.email;
  const actions = new MailTextActions({ db, texts, outbox, look, proposals, mailboxOf, clock });
  registerMailTexts(staffCalls, { texts, actions });
}
