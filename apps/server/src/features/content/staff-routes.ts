import { contentStaffCalls } from '@fairlot/contract';
import type { OutputOfStaff } from '@fairlot/contract';
import type { Answer } from '../../platform/answer.ts';
import { done, refuse } from '../../platform/answer.ts';
import type { StaffCalls } from '../../platform/staff-calls.ts';
import type { Announcement } from './announcement.ts';
import type { Companies } from './companies.ts';
import type { Media } from './media.ts';
import type { NewsDesk } from './news-desk.ts';
import { sanitise } from './sanitise.ts';
import { isLanguage } from './texts.ts';

type StaffNews = OutputOfStaff<typeof contentStaffCalls.staffNews>;

export interface ContentDesk {
  readonly news: NewsDesk;
  readonly companies: Companies;
  readonly announcement: Announcement;
  readonly media: Media;
}

/** The staff's side of news, companies and the announcement. */
export function registerContentDesk(calls: StaffCalls, { news, companies, announcement, media }: ContentDesk): void {
  registerNewsDesk(calls, news);
  registerCompanies(calls, companies);
  registerAnnouncement(calls, announcement);
  calls.forStaff(contentStaffCalls.mediaAdd, ({ image }, { staff }) =>
    media.add(Buffer.from(image, 'base64'), staff.staff),
  );
}

function registerNewsDesk(calls: StaffCalls, news: NewsDesk): void {
  const read = async (id: number): Promise<Answer<StaffNews>> => {
    const item = await news.read(id);
    return item === undefined ? refuse('unknown_record') : done(item);
  };
  const show = async (
    input: { readonly id: number; readonly version: number },
    state: 'draft' | 'published',
    by: string,
  ): Promise<Answer<StaffNews>> => {
    if (await news.show(input.id, input.version, state, by)) return read(input.id);
    return gone((await news.read(input.id)) !== undefined);
  };

  calls.forList(contentStaffCalls.staffNewsList, async ({ state }, { offset, limit }) =>
    done(await news.page(state, offset, limit)),
  );
  calls.forStaff(contentStaffCalls.staffNews, ({ id }) => read(id));
  calls.forStaff(contentStaffCalls.newsSave, async (draft, { staff, about }) => {
    if (draft.texts.some(({ language }) => !isLanguage(language)))
      return refuse('bad_request', { field: 'texts.language' });
    const id = await news.save(draft, staff.name);
    if (id === 'stale') return gone((await news.read(draft.id ?? 0)) !== undefined);
    about({ subject: `news ${id}` });
    return read(id);
  });
  calls.forStaff(contentStaffCalls.newsPreview, ({ content }) => done({ content: sanitise(content) }));
  calls.forStaff(contentStaffCalls.newsPublish, (input, { staff }) => show(input, 'published', staff.name));
  calls.forStaff(contentStaffCalls.newsUnpublish, (input, { staff }) => show(input, 'draft', staff.name));
}

function registerCompanies(calls: StaffCalls, companies: Companies): void {
  calls.forList(contentStaffCalls.staffCompanies, async (_filters, { offset, limit }) => {
    const { list, total } = await companies.page(offset, limit);
    return done({ list: [...list], total });
  });
  calls.forStaff(contentStaffCalls.companySave, async (company, { about }) => {
    if (company.status !== 0 && company.loss_url === '') return refuse('bad_request', { field: 'loss_url' });
    const isOwn = company.id !== undefined && (await companies.isOwn(company.id));
    if (company.name === '' && !isOwn) return refuse('bad_request', { field: 'name' });
    const saved = await companies.save(company);
    if (saved === 'stale') return refuse('record_changed');
    about({ subject: `company ${saved.id}` });
    return done(saved);
  });
  calls.forStaff(contentStaffCalls.companyRemove, async ({ id, version }) =>
    (await companies.remove(id, version)) ? done({}) : refuse('record_changed'),
  );
}

function registerAnnouncement(calls: StaffCalls, announcement: Announcement): void {
  calls.forStaff(contentStaffCalls.staffAnnouncement, async () => done([...(await announcement.all())]));
  calls.forStaff(contentStaffCalls.announcementSave, async ({ language, version, content }) => {
    if (!isLanguage(language)) return refuse('bad_request', { field: 'language' });
    if (!(await announcement.write(language, content.replaceAll('\r\n', '\n').trim(), version)))
      return refuse('record_changed');
    const written = (await announcement.all()).find((each) => each.language === language);
    return written === undefined ? refuse('unknown_record') : done(written);
  });
}

/** Why a change found nothing to change. */
function gone(isThere: boolean): Answer<never> {
  return refuse(isThere ? 'record_changed' : 'unknown_record');
}
