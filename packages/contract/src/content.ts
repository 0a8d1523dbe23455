import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { MEDIA_PATH } from './news-html.ts';
import { id, isoTime, nothing, page } from './scalar.ts';

/** Path of a public picture: a news logo, a company's logo, a picture in a text. */
export const mediaUrl = z.string().check(z.regex(MEDIA_PATH));
/** URL of another site. Only https, which keeps `javascript:` and other schemes out. */
export const webUrl = z.string().check(z.maxLength(500), z.regex(/^https:\/\/[^\s"'<>\\]+$/));

/** A news item in the caller's language, or in the nearest language that it has. */
export const newsItem = z.object({
  id: z.int(),
  title: z.string(),
  desc: z.string(),
  /** A mediaUrl, or empty. */
  logo: z.string(),
  /** Time of first publication. */
  created_at: isoTime,
});

/** A company that visitors can choose to trade with. Unknown fields are empty. */
export const company = z.object({
  id: z.int(),
  name: z.string(),
  logo: z.string(),
  url: z.string(),
  subject: z.string(),
  registered_address: z.string(),
  location: z.string(),
  email: z.string(),
});

const newsCalls = {
  newsList: defineCall({
    methods: ['GET'],
    path: '/api/news/list',
    access: 'visitor',
    changesState: false,
    summary: 'Published news, newest first.',
    input: z.object({ category_id: z._default(id, 1), page }),
    output: z.object({ data: z.array(newsItem), total: z.int() }),
  }),
  newsInfo: defineCall({
    methods: ['GET'],
    path: '/api/news/info',
    access: 'visitor',
    changesState: false,
    summary: 'One news item; its content is sanitised HTML.',
    input: z.object({ id }),
    output: z.extend(newsItem, {
      content: z.string(),
      /** Language code of the content. */ language: z.string(),
    }),
  }),
} as const;

const companyCalls = {
  getCompany: defineCall({
    methods: ['GET'],
    path: '/api/company/getCompany',
    access: 'visitor',
    changesState: false,
    summary: 'Companies whose names contain the text, at most 50.',
    input: z.object({ name: z._default(z.string().check(z.maxLength(60)), '') }),
    output: z.array(company),
  }),
  getCompanyStatus: defineCall({
    methods: ['GET'],
    path: '/api/company/getCompanyStatus',
    access: 'visitor',
    changesState: false,
    summary:
      'State of the chosen company (cookie company_id, or the parameter). Status 0 = takes customers; any other status sends the visitor to loss_url.',
    input: z.object({ company_id: z.optional(id) }),
    output: z.object({ status: z.int(), loss_url: z.string() }),
  }),
} as const;

export const contentCalls = {
  ...newsCalls,
  ...companyCalls,
  announcement: defineCall({
    methods: ['GET'],
    path: '/api/announcement/info',
    access: 'visitor',
    changesState: false,
    summary: 'The announcement in the caller’s language, as plain text; an empty line separates paragraphs.',
    input: nothing,
    output: z.object({ content: z.string() }),
  }),
  complaintEmail: defineCall({
    methods: ['GET'],
    path: '/complaint_email',
    access: 'visitor',
    changesState: false,
    summary: 'Email address for complaints; empty while the operator has not set one.',
    input: nothing,
    output: z.object({ email: z.string() }),
  }),
} as const;
