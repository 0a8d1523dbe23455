import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestOffice } from './support/office.ts';
import type { Colleague, TestOffice } from './support/office.ts';
import { startTestServer } from './support/server.ts';
import type { TestServer } from './support/server.ts';

const clock = { time: Date.now() };
const SCRIPTS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '"><iframe srcdoc="<script>alert(1)</script>">',
];

let folder: string;
let server: TestServer;
let office: TestOffice;
let editor: Colleague;
let root: Colleague;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairlot-pages-'));
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><html><head><title>Fairlot</title></head><body></body></html>',
  );
  server = await startTestServer({ FAIRLOT_PAGES_DIR: folder, FAIRLOT_SITE_TITLE: 'Harbour' }, () => clock.time);
  office = await openTestOffice(server, clock);
  root = office.administrator;
  editor = await office.hire('vera', ['support']);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const text = (language: string, title: string, content = `<p>${title}</p>`) => ({
  language,
  title,
  desc: `About ${title}`,
  content,
});
const settings = async (values: Readonly<Record<string, unknown>>): Promise<void> => {
  const { version } = (await root.call('siteSettings')).envelope.data;
  expect((await root.call('changeSiteSettings', { version, values, reset: [] })).envelope.reason).toBe('ok');
};
const publish = async (texts: readonly object[]): Promise<number> => {
  const saved = await editor.call('newsSave', { texts });
  expect(saved.envelope.reason).toBe('ok');
  const { id, version } = saved.envelope.data;
  expect((await editor.call('newsPublish', { id, version })).envelope.data.state).toBe('published');
  return id;
};
const COMPANY = { name: 'Quay', subject: '', registered_address: '', location: '', email: '', status: 0, listed: true };
const addCompany = async (fields: Readonly<Record<string, unknown>>): Promise<number> => {
  const { envelope } = await root.call('companySave', {
    name: 'x',
    subject: '',
    registered_address: '',
    location: '',
    email: '',
    status: 0,
    listed: true,
    ...fields,
  });
  expect(envelope.reason).toBe('ok');
  return envelope.data.id;
};
const namesOf = async (name: string): Promise<string[]> =>
  (await server.call('getCompany', { name })).envelope.data.map((each) => each.name);
const announcementIn = async (lang: string): Promise<string> =>
  (await server.call('announcement', {}, { lang })).envelope.data.content;
const pageTitle = async (): Promise<string | undefined> =>
  /<title>(.*)<\/title>/.exec((await server.raw('/')).text)?.[1];
const framesOf = async (): Promise<string | undefined> =>
  /frame-src ([^;]*)/.exec(String((await server.raw('/')).headers['content-security-policy']))?.[1];

describe('news', () => {
  it('are a draft until somebody publishes them, and a draft again when they are taken back', async () => {
    const { data: draft } = (await editor.call('newsSave', { texts: [text('en', 'Holiday hours')] })).envelope;
    expect(draft).toMatchObject({ state: 'draft', published_at: null, version: 1 });
    expect((await server.call('newsInfo', { id: draft.id })).envelope.reason).toBe('unknown_record');
    expect((await server.call('newsList')).envelope.data).toEqual({ data: [], total: 0 });

    const { data: shown } = (await editor.call('newsPublish', { id: draft.id, version: 1 })).envelope;
    const { data: list } = (await server.call('newsList', { category_id: 1, page: 1 })).envelope;
    expect(list).toEqual({
      total: 1,
      data: [
        { id: draft.id, title: 'Holiday hours', desc: 'About Holiday hours', logo: '', created_at: shown.published_at },
      ],
    });
    expect((await server.call('newsInfo', { id: draft.id })).envelope.data).toMatchObject({
      content: '<p>Holiday hours</p>',
      language: 'en',
    });
    expect((await server.call('newsList', { category_id: 2 })).envelope.data.total).toBe(0);

    await editor.call('newsUnpublish', { id: draft.id, version: shown.version });
    expect((await server.call('newsInfo', { id: draft.id })).envelope.reason).toBe('unknown_record');
    const again = (await editor.call('newsPublish', { id: draft.id, version: shown.version + 1 })).envelope.data;
    expect(again.published_at).toBe(shown.published_at);
    await editor.call('newsUnpublish', { id: draft.id, version: again.version });
  });

  it('are not overwritten by somebody who saw an older version', async () => {
    const { data: draft } = (await editor.call('newsSave', { texts: [text('en', 'One')] })).envelope;
    const edits = await Promise.all(
      ['Two', 'Three'].map((title) =>
        editor.call('newsSave', { id: draft.id, version: draft.version, texts: [text('en', title)] }),
      ),
    );
    expect(edits.map(({ envelope }) => envelope.reason).sort()).toEqual(['ok', 'record_changed']);
    expect((await editor.call('newsPublish', { id: draft.id, version: draft.version })).envelope.reason).toBe(
      'record_changed',
    );
    expect((await editor.call('newsPublish', { id: 999_999, version: 1 })).envelope.reason).toBe('unknown_record');
  });

  it('come in the reader’s language, else in English, else in one that there is', async () => {
    const both = await publish([text('en', 'Swaps'), text('de', 'Swaps und Gebühren')]);
    const only = await publish([text('ar', 'أخبار')]);
    const titles = async (id: number): Promise<string[]> =>
      Promise.all(
        ['de', 'en', 'hk', 'ar', 'fi'].map(
          async (lang) => (await server.call('newsInfo', { id }, { lang })).envelope.data.title,
        ),
      );
    expect(await titles(both)).toEqual(['Swaps und Gebühren', 'Swaps', 'Swaps', 'Swaps', 'Swaps']);
    expect(await titles(only)).toEqual(Array.from({ length: 5 }, () => 'أخبار'));
    const { data } = (await server.call('newsList', {}, { lang: 'de' })).envelope.data;
    expect(data.map(({ title }) => title)).toEqual(['أخبار', 'Swaps und Gebühren']);
  });

  it('keep nothing that could run, wherever it was put', async () => {
    for (const script of SCRIPTS) {
      const id = await publish([
        { language: 'en', title: script, desc: script, content: `<p>before</p>${script}<p>after</p>` },
      ]);
      const { data } = (await server.call('newsInfo', { id })).envelope;
      expect(data.content).toMatch(/^<p>before<\/p>.*<p>after<\/p>$/s);
      expect(data.content).not.toMatch(/<(?!\/?(?:p|a)\b)|\son\w+=|javascript:|srcdoc/i);
      // Title and summary are plain text: they stay as written and are never read as HTML.
      expect([data.title, data.desc]).toEqual([script, script]);
      expect((await editor.call('newsPreview', { content: script })).envelope.data.content).not.toMatch(
        /<(?!\/?a\b)|\son\w+=|javascript:/i,
      );
    }
    const answer = await server.raw('/api/news/list');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    [{ texts: [] }],
    [{ texts: [text('en', '')] }],
    [{ texts: [text('en', 'x'.repeat(151))] }],
    [{ texts: [text('en', 'a'), text('en', 'b')] }],
    [{ texts: [text('xx', 'a')] }],
    [{ texts: [text('en', 'a', 'x'.repeat(40_001))] }],
    [{ texts: [text('en', 'a\u0000b')] }],
    [{ texts: [text('en', 'a')], logo: 'https://evil.example/pixel.gif' }],
    [{ texts: [text('en', 'a')], logo: 'javascript:alert(1)' }],
  ])('refuse %o', async (draft) => {
    expect((await editor.call('newsSave', draft)).envelope.reason).toBe('bad_request');
  });

  it('are paged by twenty', async () => {
    const { total } = (await server.call('newsList')).envelope.data;
    for (let count = total; count < 23; count += 1) await publish([text('en', `Item ${count}`)]);
    const pages = await Promise.all(
      [1, 2, 3].map(async (page) => (await server.call('newsList', { page })).envelope.data),
    );
    expect(pages.map(({ data }) => data.length)).toEqual([20, 3, 0]);
    expect(new Set(pages.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(23);
  });
});

describe('pictures', () => {
  it('are drawn anew and served to everybody, and nothing else is taken', async () => {
    const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#f00' } })
      .png()
      .withExif({ IFD0: { Artist: 'somebody' } })
      .toBuffer();
    const { data } = (await editor.call('mediaAdd', { image: picture.toString('base64') })).envelope;
    const served = await server.raw(data.url);
    expect(served.status).toBe(200);
    expect(served.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(served.text).not.toContain('somebody');
    expect(
      (
        await editor.call('newsSave', {
          logo: data.url,
          texts: [text('en', 'With a logo', `<img src="${data.url}" alt="">`)],
        })
      ).envelope.data.texts[0]?.content,
    ).toContain(data.url);
    for (const bad of ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'not a picture']) {
      expect((await editor.call('mediaAdd', { image: Buffer.from(bad).toString('base64') })).envelope.reason).toBe(
        'image_type_unsupported',
      );
    }
    for (const path of [`/media/${'a'.repeat(43)}.jpg`, '/media/..%2f..%2fetc%2fpasswd', '/media/x'])
      expect((await server.raw(path)).status).toBe(404);
  });
});

describe('companies', () => {
  it('begin with the operator’s own, under the site’s title and with nothing invented', async () => {
    expect((await server.call('getCompany')).envelope.data).toEqual([
      { id: 1, name: 'Harbour', logo: '', url: '', subject: '', registered_address: '', location: '', email: '' },
    ]);
    await settings({ company_email: 'desk@harbour.example', site_title: 'Harbour Two' });
    expect((await server.call('getCompany', { name: 'two' })).envelope.data).toMatchObject([
      { name: 'Harbour Two', email: 'desk@harbour.example' },
    ]);
    await settings({ site_title: 'Harbour' });
  });

  it('are found by name, also with signs that SQL has a meaning for, and unlisted ones are not', async () => {
    await addCompany({ name: '100% North_Quay', url: 'https://north.example', email: 'a@north.example' });
    await addCompany({ name: 'South Quay <script>alert(1)</script>', listed: false });
    expect(await namesOf('0% n')).toEqual(['100% North_Quay']);
    expect(await namesOf('%')).toEqual(['100% North_Quay']);
    expect(await namesOf('h_q')).toEqual(['100% North_Quay']);
    expect(await namesOf('h q')).toEqual([]);
    expect(await namesOf("'; drop table companies; --")).toEqual([]);
    expect(await namesOf('quay')).toEqual(['100% North_Quay']);
  });

  it('that take no customers send them to their loss URL, by the cookie as by the parameter', async () => {
    const { data } = (
      await root.call('companySave', {
        name: 'Closed Quay',
        subject: '',
        registered_address: '',
        location: '',
        email: '',
        status: 2,
        loss_url: 'https://closed.example/why',
        listed: true,
      })
    ).envelope;
    const lost = { status: 2, loss_url: 'https://closed.example/why' };
    expect((await server.call('getCompanyStatus', { company_id: data.id })).envelope.data).toEqual(lost);
    const byCookie = async (cookie: string): Promise<unknown> =>
      (await server.request('/api/company/getCompanyStatus', { headers: { cookie } })).envelope.data;
    expect(await byCookie(`a=b; company_id=${data.id}`)).toEqual(lost);
    for (const cookie of [
      'company_id=1',
      'company_id=999999',
      'company_id=-1',
      'company_id=1%27%20or%201=1',
      'company_id=',
      'x',
    ]) {
      expect(await byCookie(cookie)).toEqual({ status: 0, loss_url: '' });
    }
  });

  it.each([
    { url: 'javascript:alert(1)' },
    { url: 'http://a.example' },
    { loss_url: 'data:text/html,x', status: 1 },
    { status: 1 },
    { name: '' },
    { email: 'not an email' },
    { logo: 'https://evil.example/x.gif' },
    { name: 'x'.repeat(101) },
  ])('are not kept with %o', async (bad) => {
    expect((await root.call('companySave', { ...COMPANY, ...bad })).envelope.reason).toBe('bad_request');
  });

  it('are changed by administrators who saw the last version', async () => {
    expect((await editor.call('companySave', COMPANY)).envelope.reason).toBe('staff_role_required');
    const { data } = (await root.call('companySave', COMPANY)).envelope;
    await root.call('companySave', { ...COMPANY, id: data.id, version: data.version, name: 'Quay Two' });
    expect((await root.call('companySave', { ...COMPANY, id: data.id, version: data.version })).envelope.reason).toBe(
      'record_changed',
    );
    expect((await root.call('companyRemove', { id: 1, version: 1 })).envelope.reason).toBe('record_changed');
    expect((await root.call('companyRemove', { id: data.id, version: data.version + 1 })).envelope.reason).toBe('ok');
  });
});

describe('the announcement', () => {
  it('names the excluded countries in the reader’s language, and follows the setting', async () => {
    expect(await announcementIn('en')).toContain('North Korea, Israel, China, Vanuatu');
    expect(await announcementIn('de')).toContain('Nordkorea, Israel, China, Vanuatu und Kuba');
    expect(await announcementIn('hk')).toContain('北韓');
    expect(await announcementIn('ar')).toContain('كوريا الشمالية');
    await settings({ excluded_countries: ['CU'] });
    expect(await announcementIn('en')).toContain('not offered to Cuba.');
    await settings({ excluded_countries: ['KP', 'IL', 'CN', 'VU', 'CU'] });
  });

  it('is what the operator wrote, as plain text, in the nearest language; empty brings the fixed text back', async () => {
    const content = `Closed on Monday.\n\n${SCRIPTS.join('\n')}`;
    expect((await root.call('announcementSave', { language: 'en', version: 0, content })).envelope.data).toMatchObject({
      own: true,
      version: 1,
    });
    expect(await announcementIn('en')).toBe(content);
    expect(await announcementIn('de')).toBe(content);
    await root.call('announcementSave', { language: 'de', version: 0, content: 'Montag geschlossen.' });
    expect(await announcementIn('de')).toBe('Montag geschlossen.');
    expect((await root.call('announcementSave', { language: 'en', version: 0, content: 'x' })).envelope.reason).toBe(
      'record_changed',
    );
    expect((await editor.call('announcementSave', { language: 'en', version: 1, content: 'x' })).envelope.reason).toBe(
      'staff_role_required',
    );
    await root.call('announcementSave', { language: 'en', version: 1, content: '' });
    await root.call('announcementSave', { language: 'de', version: 1, content: '' });
    expect(await announcementIn('en')).toContain('North Korea');
    expect(
      (await root.call('staffAnnouncement')).envelope.data.find(({ language }) => language === 'en'),
    ).toMatchObject({ own: false, version: 2 });
  });
});

describe('the site', () => {
  it('tells where complaints go, once the operator has named an address', async () => {
    expect((await server.call('complaintEmail')).envelope.data).toEqual({ email: '' });
    await settings({ complaint_email: 'complaints@harbour.example' });
    expect((await server.request('/complaint_email')).envelope.data).toEqual({ email: 'complaints@harbour.example' });
    expect((await server.call('basicInfo')).envelope.data).toMatchObject({
      complaint_email: 'complaints@harbour.example',
      company_email: 'desk@harbour.example',
    });
  });

  it('has its title in the page before any program runs, and no title is HTML', async () => {
    expect(await pageTitle()).toBe('Harbour');
    await settings({ site_title: 'DEMO' });
    expect(await pageTitle()).toBe('DEMO');
    await settings({ site_title: '</title><script>$&"' });
    expect(await pageTitle()).toBe('&lt;/title&gt;&lt;script&gt;$&amp;&quot;');
    await settings({ site_title: 'Harbour' });
  });

  it('frames the helpdesk that the operator named, and nothing else', async () => {
    expect(await framesOf()).toBe("'none'");
    await settings({ service_link: 'https://help.example/chat?site=1' });
    expect(await framesOf()).toBe('https://help.example');
    await settings({ service_link: '' });
    expect(await framesOf()).toBe("'none'");
  });
});
