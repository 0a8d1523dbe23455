import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { id, isoTime, nothing, page } from './scalar.ts';

/** Address of a public picture: a news logo, a company's logo, a picture in a text. */
export const mediaUrl = z.string().check(z.regex(/^\/media\/[A-Za-z0-9_-]{43}\.jpg$/));
/** A page of another site; only https, so that neither a script nor another scheme can hide in it. */
export const webUrl = z.string().check(z.maxLength(500), z.regex(/^https:\/\/[^\s"'<>\\]+$/));

/** A news item in the caller's language, or in the nearest one that it is written in. */
export const newsItem = z.object({
  id: z.int(),
  title: z.string(),
  desc: z.string(),
  /** A mediaUrl, or empty. */
  logo: z.string(),
  /** When it was first published. */
  created_at: isoTime,
});

/** A company that one may trade with. Fields that nobody filled in are empty. */
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
    summary: 'One news item; content is sanitised HTML.',
    input: z.object({ id }),
    output: z.extend(newsItem, {
      content: z.string(),
      /** Code of the language that it is written in. */ language: z.string(),
    }),
  }),
} as const;

const companyCalls = {
  getCompany: defineCall({
    methods: ['GET'],
    path: '/api/company/getCompany',
    access: 'visitor',
    changesState: false,
    summary: 'Companies whose name contains the text, at most 50.',
    input: z.object({ name: z._default(z.string().check(z.maxLength(60)), '') }),
    output: z.array(company),
  }),
  getCompanyStatus: defineCall({
    methods: ['GET'],
    path: '/api/company/getCompanyStatus',
    access: 'visitor',
    changesState: false,
    summary:
      'Whether the chosen company (cookie company_id, or the parameter) still takes customers. A status other than 0 sends the visitor to loss_url.',
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
    summary: 'The announcement in the caller’s language, as plain text; an empty line parts paragraphs.',
    input: nothing,
    output: z.object({ content: z.string() }),
  }),
  complaintEmail: defineCall({
    methods: ['GET'],
    path: '/complaint_email',
    access: 'visitor',
    changesState: false,
    summary: 'Where complaints are written to. Empty while the operator has named no address.',
    input: nothing,
    output: z.object({ email: z.string() }),
  }),
} as const;
