import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
const settings = async (values: Readonly<Record<string, unknown>>): Promise<void> => {
  const { version } = (await root.call('siteSettings')).envelope.data;
  expect((await root.call('changeSiteSettings', { version, values, reset: [] })).envelope.reason).toBe('ok');
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

describe('companies', () => {
  it('initially contain only the operator’s own, named by the site’s title', async () => {
    expect((await server.call('getCompany')).envelope.data).toEqual([
      { id: 1, name: 'Harbour', logo: '', url: '', subject: '', registered_address: '', location: '', email: '' },
    ]);
    await settings({ company_email: 'desk@harbour.example', site_title: 'Harbour Two' });
    expect((await server.call('getCompany', { name: 'two' })).envelope.data).toMatchObject([
      { name: 'Harbour Two', email: 'desk@harbour.example' },
    ]);
    await settings({ site_title: 'Harbour' });
  });

  it('are found by name, also with SQL wildcards in it, except unlisted ones', async () => {
    await addCompany({ name: '100% North_Quay', url: 'https://north.example', email: 'a@north.example' });
    await addCompany({ name: 'South Quay <script>alert(1)</script>', listed: false });
    expect(await namesOf('0% n')).toEqual(['100% North_Quay']);
    expect(await namesOf('%')).toEqual(['100% North_Quay']);
    expect(await namesOf('h_q')).toEqual(['100% North_Quay']);
    expect(await namesOf('h q')).toEqual([]);
    expect(await namesOf("'; drop table companies; --")).toEqual([]);
    expect(await namesOf('quay')).toEqual(['100% North_Quay']);
  });

  it('that accept no customers return their loss URL, by cookie and by parameter', async () => {
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
  ])('are refused with %o', async (bad) => {
    expect((await root.call('companySave', { ...COMPANY, ...bad })).envelope.reason).toBe('bad_request');
  });

  it('can be changed only from their latest version', async () => {
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
  it('names the excluded countries of the setting in the reader’s language', async () => {
    expect(await announcementIn('en')).toContain('North Korea, Israel, China, Vanuatu');
    expect(await announcementIn('de')).toContain('Nordkorea, Israel, China, Vanuatu und Kuba');
    expect(await announcementIn('hk')).toContain('北韓');
    expect(await announcementIn('ar')).toContain('كوريا الشمالية');
    await settings({ excluded_countries: ['CU'] });
    expect(await announcementIn('en')).toContain('not offered to Cuba.');
    await settings({ excluded_countries: ['KP', 'IL', 'CN', 'VU', 'CU'] });
  });

  it('is the operator’s plain text in the closest language, and an empty text restores the fixed one', async () => {
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
  it('returns the address for complaints once the operator has set it', async () => {
    expect((await server.call('complaintEmail')).envelope.data).toEqual({ email: '' });
    await settings({ complaint_email: 'complaints@harbour.example' });
    expect((await server.request('/complaint_email')).envelope.data).toEqual({ email: 'complaints@harbour.example' });
    expect((await server.call('basicInfo')).envelope.data).toMatchObject({
      complaint_email: 'complaints@harbour.example',
      company_email: 'desk@harbour.example',
    });
  });

  it('puts its title into the page without scripts, escaped', async () => {
    expect(await pageTitle()).toBe('Harbour');
    await settings({ site_title: 'DEMO' });
    expect(await pageTitle()).toBe('DEMO');
    await settings({ site_title: '</title><script>$&"' });
    expect(await pageTitle()).toBe('&lt;/title&gt;&lt;script&gt;$&amp;&quot;');
    await settings({ site_title: 'Harbour' });
  });

  it('allows frames of the configured helpdesk only', async () => {
    expect(await framesOf()).toBe("'none'");
    await settings({ service_link: 'https://help.example/chat?site=1' });
    expect(await framesOf()).toBe('https://help.example');
    await settings({ service_link: 'https://hilfe.köln:8443/;a,b' });
    expect(await framesOf()).toBe('https://hilfe.xn--kln-sna:8443');
    await settings({ service_link: '' });
    expect(await framesOf()).toBe("'none'");
  });
});
