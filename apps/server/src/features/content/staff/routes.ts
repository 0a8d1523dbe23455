import { type OutputOfStaff, contentStaffCalls } from '@fairlot/contract';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';
import type { Announcement } from '../announcement.ts';
import type { Media } from '../media.ts';
import { sanitise } from '../sanitise.ts';
import { isLanguage } from '../texts.ts';
import type { ContentActions } from './actions.ts';
import type { ContentStaffQueries } from './queries.ts';

type StaffNews = OutputOfStaff<typeof contentStaffCalls.staffNews>;

export interface ContentStaffDeps {
  readonly queries: ContentStaffQueries;
  readonly actions: ContentActions;
  readonly announcement: Announcement;
  readonly media: Media;
}

/** Staff calls about news, companies, the announcement and pictures. */
export function registerContentStaff(calls: StaffCalls, deps: ContentStaffDeps): void {
  registerNews(calls, deps);
  registerCompanies(calls, deps);
  registerAnnouncement(calls, deps);
  calls.forStaff(contentStaffCalls.mediaAdd, ({ image }, { staff }) =>
    deps.media.add(Buffer.from(image, 'base64'), staff.staff),
  );
}

function registerNews(calls: StaffCalls, { queries, actions }: ContentStaffDeps): void {
  const read = async (id: number): Promise<Answer<StaffNews>> => {
    const item = await queries.newsItem(id);
    return item === undefined ? refuse('unknown_record') : done(item);
  };
  const show = async (
    input: { readonly id: number; readonly version: number },
    state: 'draft' | 'published',
    by: string,
  ): Promise<Answer<StaffNews>> => {
    if (await actions.showNews(input.id, input.version, state, by)) return read(input.id);
    return changeRefusal((await queries.newsItem(input.id)) !== undefined);
  };

  calls.forList(contentStaffCalls.staffNewsList, async (filters, { offset, limit }) =>
    done(await queries.newsPage(filters, offset, limit)),
  );
  calls.forStaff(contentStaffCalls.staffNews, ({ id }) => read(id));
  calls.forStaff(contentStaffCalls.newsSave, async (draft, { staff, about }) => {
    if (draft.texts.some(({ language }) => !isLanguage(language)))
      return refuse('bad_request', { field: 'texts.language' });
    const id = await actions.saveNews(draft, staff.name);
    if (id === 'stale') return changeRefusal((await queries.newsItem(draft.id ?? 0)) !== undefined);
    about({ subject: `news ${id}` });
    return read(id);
  });
  calls.forStaff(contentStaffCalls.newsPreview, ({ content }) => done({ content: sanitise(content) }));
  calls.forStaff(contentStaffCalls.newsPublish, (input, { staff }) => show(input, 'published', staff.name));
  calls.forStaff(contentStaffCalls.newsUnpublish, (input, { staff }) => show(input, 'draft', staff.name));
}

function registerCompanies(calls: StaffCalls, { queries, actions }: ContentStaffDeps): void {
  calls.forList(contentStaffCalls.staffCompanies, async (_filters, { offset, limit }) => {
    const { list, total } = await queries.companyPage(offset, limit);
    return done({ list: [...list], total });
  });
  calls.forStaff(contentStaffCalls.companySave, async (company, { about }) => {
    if (company.status !== 0 && company.loss_url === '') return refuse('bad_request', { field: 'loss_url' });
    const isOwn = company.id !== undefined && (await queries.isOwnCompany(company.id));
    if (company.name === '' && !isOwn) return refuse('bad_request', { field: 'name' });
    const saved = await actions.saveCompany(company);
    if (saved === 'stale') return refuse('record_changed');
    about({ subject: `company ${saved.id}` });
    return done(saved);
  });
  calls.forStaff(contentStaffCalls.companyRemove, async ({ id, version }) =>
    (await actions.removeCompany(id, version)) ? done({}) : refuse('record_changed'),
  );
}

function registerAnnouncement(calls: StaffCalls, { actions, announcement }: ContentStaffDeps): void {
  calls.forStaff(contentStaffCalls.staffAnnouncement, async () => done([...(await announcement.all())]));
  calls.forStaff(contentStaffCalls.announcementSave, async ({ language, version, content }) => {
    if (!isLanguage(language)) return refuse('bad_request', { field: 'language' });
    if (!(await actions.writeAnnouncement(language, content.replaceAll('\r\n', '\n').trim(), version)))
      return refuse('record_changed');
    const written = (await announcement.all()).find((each) => each.language === language);
    return written === undefined ? refuse('unknown_record') : done(written);
  });
}

/** The refusal of a change that matched no row. */
function changeRefusal(isThere: boolean): Answer<never> {
  return refuse(isThere ? 'record_changed' : 'unknown_record');
}
