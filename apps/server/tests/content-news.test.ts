import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Colleague, type TestOffice, openTestOffice } from './support/office.ts';
import { type TestServer, startTestServer } from './support/server.ts';

const clock = { time: Date.now() };
const SCRIPTS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '"><iframe srcdoc="<script>alert(1)</script>">',
];

let server: TestServer;
let office: TestOffice;
let editor: Colleague;

beforeAll(async () => {
  server = await startTestServer({}, () => clock.time);
  office = await openTestOffice(server, clock);
  editor = await office.hire('vera', ['support']);
});
afterAll(() => server.stop());

const text = (language: string, title: string, content = `<p>${title}</p>`) => ({
  language,
  title,
  desc: `About ${title}`,
  content,
});
const publish = async (texts: readonly object[]): Promise<number> => {
  const saved = await editor.call('newsSave', { texts });
  expect(saved.envelope.reason).toBe('ok');
  const { id, version } = saved.envelope.data;
  expect((await editor.call('newsPublish', { id, version })).envelope.data.state).toBe('published');
  return id;
};

describe('news', () => {
  it('are drafts until they are published, and drafts again when unpublished', async () => {
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

  it('are not overwritten by an edit of an older version', async () => {
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

  it('come in the reader’s language, else in English, else in an available one', async () => {
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

  it('contain nothing that could run, in any field', async () => {
    for (const script of SCRIPTS) {
      const id = await publish([
        { language: 'en', title: script, desc: script, content: `<p>before</p>${script}<p>after</p>` },
      ]);
      const { data } = (await server.call('newsInfo', { id })).envelope;
      expect(data.content).toMatch(/^<p>before<\/p>.*<p>after<\/p>$/s);
      expect(data.content).not.toMatch(/<(?!\/?(?:p|a)\b)|\son\w+=|javascript:|srcdoc/i);
      // Title and summary are plain text: they are stored as written and never parsed as HTML.
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

  it('are listed twenty per page', async () => {
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
  it('are re-encoded and served publicly, and other files are refused', async () => {
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
