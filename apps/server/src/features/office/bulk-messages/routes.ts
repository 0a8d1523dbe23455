import { type OutputOfStaff, bulkMessageCalls } from '@fairlot/contract';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { MailTexts } from '../../../messages/mail-texts.ts';
import { renderMessage } from '../../../messages/message.ts';
import type { ReadQueue } from '../../../platform/read-queue.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';
import type { BulkActions } from './actions.ts';
import { endLink } from './bulk-job.ts';
import { presentBulk, presentDetail, presentRecipient, textsOf } from './presenter.ts';
import type { BulkQueries } from './queries.ts';
import { textFor } from './texts.ts';

export interface BulkDeps {
  readonly queries: BulkQueries;
  readonly actions: BulkActions;
  /** One count at a time: it may read all users. */
  readonly counts: ReadQueue;
  /** The house's own words for mails. */
  readonly mailTexts: Pick<MailTexts, 'words'>;
  readonly siteTitle: () => string;
  readonly origin: () => string;
}

type Wire = OutputOfStaff<typeof bulkMessageCalls.officeReleaseBulk>;

/** Registers the staff's calls about messages to selections of clients. */
export function registerBulkMessages(
  calls: StaffCalls,
  { queries, actions, counts, mailTexts, siteTitle, origin }: BulkDeps,
): void {
  calls.forList(bulkMessageCalls.officeBulkMessages, async (filters, slice) => {
    const { rows, total } = await queries.page(filters, slice);
    return done({ list: rows.map(presentBulk), total });
  });
  calls.forList(bulkMessageCalls.officeBulkRecipients, async (filters, slice) => {
    const { rows, total } = await queries.recipients(filters, slice);
    return done({ list: rows.map(presentRecipient), total });
  });
  calls.forStaff(bulkMessageCalls.officeBulkMessage, async ({ id }) => {
    const row = await queries.byId(id);
    return row === undefined ? refuse('unknown_record') : done(presentDetail(row));
  });
  calls.forStaff(bulkMessageCalls.officeBulkCount, async ({ kind, ...selection }, { staff }) =>
    done(await counts.run(staff.staff, () => queries.count(selection, kind))),
  );
  calls.forStaff(bulkMessageCalls.officeBulkPreview, async ({ id, language }) => {
    const row = await queries.byId(id);
    if (row === undefined) return refuse('unknown_record');
    const { subject, text, language: written } = textFor(textsOf(row), language);
    if (!row.by_mail) return done({ language: written, subject, text });
    const link = endLink(origin(), '…', language);
    const template = row.kind === 'marketing' ? ('bulk_marketing' as const) : ('bulk_service' as const);
    const message = { channel: 'mail' as const, to: '', template, language: written, params: { subject, text, link } };
    return done({ language: written, ...renderMessage(message, siteTitle(), mailTexts.words(template, written)) });
  });

  const present = async (id: number, decided: Answer<unknown>): Promise<Answer<Wire>> => {
    if (!decided.ok) return decided;
    const row = await queries.byId(id);
    return row === undefined ? refuse('unknown_record') : done(presentBulk(row));
  };
  calls.forStaff(bulkMessageCalls.officeProposeBulk, async (draft, { staff }) => {
    const proposed = await actions.propose(draft, staff.staff);
    return proposed.ok ? present(proposed.data, proposed) : proposed;
  });
  calls.forStaff(bulkMessageCalls.officeReleaseBulk, async ({ id }, { staff }) =>
    present(id, await actions.release(id, staff)),
  );
  calls.forStaff(bulkMessageCalls.officeRejectBulk, async ({ id }, { staff }) =>
    present(id, await actions.reject(id, staff)),
  );
  calls.forStaff(bulkMessageCalls.officeSteerBulk, async ({ id, deed }) => present(id, await actions.steer(id, deed)));
}
