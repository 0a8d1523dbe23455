import { z } from 'zod/mini';
import { mediaUrl, webUrl } from '../content.ts';
import { id, isoTime, nothing } from '../scalar.ts';
import { defineStaffCall, defineStaffList, period } from './call.ts';

const editors = ['support', 'administrator'] as const;
const operators = ['administrator'] as const;
const readers = ['support', 'compliance', 'finance', 'dealer', 'administrator'] as const;

/** Most characters of one news text. */
export const NEWS_CONTENT_MAX = 40_000;
/** Most characters of a picture in base64. */
export const MEDIA_MAX_BASE64 = 4 * 1024 * 1024;

const line = (most: number, least = 0) =>
  z.pipe(
    z.pipe(
      z.string().check(z.maxLength(most + 50)),
      z.transform((value: string) => value.trim()),
    ),
    z.string().check(z.minLength(least), z.maxLength(most), z.regex(/^[^\p{Cc}]*$/u)),
  );
const empty = z.literal('');
const language = z.string().check(z.regex(/^[a-z]{2,3}$/));
const version = z.int().check(z.nonnegative());
const news = { kind: 'news', field: 'id' } as const;

/** One news item in one language. */
const newsText = z.object({
  language,
  title: line(150, 1),
  desc: line(300),
  content: z.string().check(z.maxLength(NEWS_CONTENT_MAX)),
});

/** A row of the editor's list, with the title of the first text. */
export const staffNewsRow = z.object({
  id: z.int(),
  title: z.string(),
  languages: z.array(z.string()),
  state: z.enum(['draft', 'published']),
  category_id: z.int(),
  created_at: isoTime,
  changed_at: isoTime,
  published_at: z.nullable(isoTime),
  changed_by: z.string(),
});

export const staffNews = z.extend(staffNewsRow, {
  logo: z.string(),
  /** A change must carry this version, so that it cannot overwrite an unseen change (optimistic lock). */
  version: z.int(),
  texts: z.array(z.object({ language: z.string(), title: z.string(), desc: z.string(), content: z.string() })),
});

export const staffCompany = z.object({
  id: z.int(),
  name: z.string(),
  logo: z.string(),
  url: z.string(),
  subject: z.string(),
  registered_address: z.string(),
  location: z.string(),
  email: z.string(),
  /** 0 = takes customers; any other status sends visitors to loss_url. */
  status: z.int(),
  loss_url: z.string(),
  listed: z.boolean(),
  version: z.int(),
  /** The operator's own company. An empty name means the site's title, an empty email the company email of the settings. */
  own: z.boolean(),
});

const newsCalls = {
  staffNewsList: defineStaffList({
    path: '/office/api/news/list',
    roles: readers,
    summary: 'All news, latest change first.',
    filters: { ...period, state: z.optional(z.enum(['draft', 'published'])) },
    row: staffNewsRow,
  }),
  staffNews: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/news/read',
    roles: readers,
    changesState: false,
    subject: news,
    summary: 'One news item with its texts in all languages.',
    input: z.object({ id }),
    output: staffNews,
  }),
  newsSave: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/news/save',
    roles: editors,
    changesState: true,
    subject: news,
    summary: 'Creates a draft, or changes an item (id and version). The answer has the texts as sanitised and saved.',
    input: z.object({
      id: z.optional(id),
      version: z.optional(version),
      category_id: z._default(id, 1),
      logo: z._default(z.union([empty, mediaUrl]), ''),
      texts: z.array(newsText).check(
        z.minLength(1),
        z.maxLength(21),
        z.refine((texts) => new Set(texts.map((text) => text.language)).size === texts.length),
      ),
    }),
    output: staffNews,
  }),
  newsPreview: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/news/preview',
    roles: editors,
    changesState: true,
    summary: 'Sanitises a text and answers the result. Saves nothing.',
    input: z.object({ content: z.string().check(z.maxLength(NEWS_CONTENT_MAX)) }),
    output: z.object({ content: z.string() }),
  }),
  newsPublish: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/news/publish',
    roles: editors,
    changesState: true,
    subject: news,
    summary: 'Publishes a news item.',
    input: z.object({ id, version }),
    output: staffNews,
  }),
  newsUnpublish: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/news/unpublish',
    roles: editors,
    changesState: true,
    subject: news,
    summary: 'Turns a published news item back into a draft.',
    input: z.object({ id, version }),
    output: staffNews,
  }),
  mediaAdd: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/media/add',
    roles: editors,
    changesState: true,
    bodyBytes: MEDIA_MAX_BASE64 + 1024,
    summary: 'Uploads a public picture (JPEG, PNG or WebP in base64). The server re-encodes it.',
    input: z.object({ image: z.base64().check(z.maxLength(MEDIA_MAX_BASE64)) }),
    output: z.object({ url: mediaUrl }),
  }),
} as const;

const companyFields = {
  name: line(100),
  logo: z._default(z.union([empty, mediaUrl]), ''),
  url: z._default(z.union([empty, webUrl]), ''),
  subject: line(200),
  registered_address: line(300),
  location: line(300),
  email: z.union([empty, z.email().check(z.maxLength(254))]),
  status: z.int().check(z.gte(0), z.lte(9)),
  loss_url: z._default(z.union([empty, webUrl]), ''),
  listed: z.boolean(),
};

export const contentStaffCalls = {
  ...newsCalls,
  staffCompanies: defineStaffList({
    path: '/office/api/companies/list',
    roles: readers,
    summary: 'All companies.',
    filters: {},
    row: staffCompany,
  }),
  companySave: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/companies/save',
    roles: operators,
    changesState: true,
    subject: { kind: 'company', field: 'id' },
    summary: 'Adds a company, or changes one (id and version). A status other than 0 needs a loss_url.',
    input: z.object({ id: z.optional(id), version: z.optional(version), ...companyFields }),
    output: staffCompany,
  }),
  companyRemove: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/companies/remove',
    roles: operators,
    changesState: true,
    subject: { kind: 'company', field: 'id' },
    summary: 'Removes a company. The operator’s own company cannot be removed, only unlisted.',
    input: z.object({ id, version }),
    output: z.object({}),
  }),
  staffAnnouncement: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/announcement/read',
    roles: readers,
    changesState: false,
    summary: 'The announcement in every language; `own` marks the texts that the operator wrote.',
    input: nothing,
    output: z.array(z.object({ language: z.string(), content: z.string(), own: z.boolean(), version: z.int() })),
  }),
  announcementSave: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/announcement/save',
    roles: operators,
    changesState: true,
    subject: { kind: 'announcement', field: 'language' },
    summary: 'Saves the announcement of one language as plain text; an empty text restores the built-in one.',
    input: z.object({
      language,
      version,
      content: z.string().check(z.maxLength(5000), z.regex(/^(?:[^\p{Cc}]|[\n\r\t])*$/u)),
    }),
    output: z.object({ language: z.string(), content: z.string(), own: z.boolean(), version: z.int() }),
  }),
} as const;
