import { COMPANY_COOKIE, contentCalls } from '@fairlot/contract';
import { parseCookie } from 'cookie';
import { done, refuse } from '../../http/answer.ts';
import type { Calls } from '../../http/calls.ts';
import type { Announcement } from './announcement.ts';
import type { Companies, Company } from './companies.ts';
import type { News, NewsItem } from './news.ts';

/** The sources that the public calls read. */
export interface ContentDeps {
  readonly news: News;
  readonly companies: Companies;
  readonly announcement: Announcement;
  readonly complaintEmail: () => string;
}

/** Registers the public calls for news, companies, the announcement and the complaints address. */
export function registerContent(calls: Calls, { news, companies, announcement, complaintEmail }: ContentDeps): void {
  calls.forVisitor(contentCalls.newsList, async ({ category_id: category, page }, { language }) => {
    const { list, total } = await news.page(category, page, language);
    return done({ data: list.map(presentItem), total });
  });

  calls.forVisitor(contentCalls.newsInfo, async ({ id }, { language }) => {
    const item = await news.item(id, language);
    return item === undefined
      ? refuse('unknown_record')
      : done({ ...presentItem(item), content: item.content, language: item.language });
  });

  calls.forVisitor(contentCalls.getCompany, async ({ name }) =>
    done((await companies.search(name)).map(presentCompany)),
  );

  calls.forVisitor(contentCalls.getCompanyStatus, async ({ company_id: given }, { cookie }) => {
    const { status, lossUrl } = await companies.status(given ?? chosenCompany(cookie));
    return done({ status, loss_url: lossUrl });
  });

  calls.forVisitor(contentCalls.announcement, async (_input, { language }) =>
    done({ content: await announcement.text(language) }),
  );

  calls.forVisitor(contentCalls.complaintEmail, () => done({ email: complaintEmail() }));
}

/** The company id in the visitor's cookie. */
function chosenCompany(cookie: string | undefined): number | undefined {
  const value = cookie === undefined ? undefined : parseCookie(cookie)[COMPANY_COOKIE];
  return value !== undefined && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined;
}

function presentItem({ id, title, summary, logo, publishedAt }: NewsItem) {
  return { id, title, desc: summary, logo, created_at: publishedAt.toISOString() };
}

function presentCompany({ id, name, logo, url, subject, registered_address, location, email }: Company) {
  return { id, name, logo, url, subject, registered_address, location, email };
}
