import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Countries } from '../src/platform/countries.ts';
import { countryDatabase } from './support/mmdb.ts';
import { openTestOffice } from './support/office.ts';
import { newEmail, registerUser } from './support/real-user.ts';
import { type TestServer, startTestServer } from './support/server.ts';

let folder: string;
let file: string;
let server: TestServer;
const clock = { time: Date.now() };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairlot-countries-'));
  file = join(folder, 'countries.mmdb');
  await writeFile(file, countryDatabase({ 91: 'DE', 5: 'FR', 9: 'KP' }));
  const environment = { FAIRLOT_COUNTRY_DATABASE: file, FAIRLOT_TRUSTED_PROXIES: '127.0.0.0/8' };
  server = await startTestServer(environment, () => clock.time);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

describe('the country of an address', () => {
  it('is shown with the sessions of a user, to the user and to staff', async () => {
    const user = await registerUser(server, {}, { from: '91.1.2.3' });
    await server.call('login', { account: user.email, password: user.password }, { from: '203.0.113.9' });
    const own = (await server.call('userSessions', {}, { token: user.token, lang: 'fr' })).envelope.data;
    expect(own.map(({ address, country }) => [address, country])).toEqual([
      ['203.0.113.9', ''],
      ['91.1.2.3', 'Allemagne'],
    ]);
    const { administrator } = await openTestOffice(server, clock);
    const { list } = (await administrator.call('officeUserSessions', { user_id: user.id })).envelope.data;
    expect(list.map(({ country }) => country)).toEqual(['', 'Germany']);
  });

  it('keeps visitors of excluded countries from registering', async () => {
    const email = newEmail();
    const { envelope } = await server.call(
      'register',
      {
        type: 'email',
        account: email,
        password: 'a quiet harbour',
        re_password: 'a quiet harbour',
        risk_consent: 1,
        sms_code: '000000',
        area_id: (await server.call('areaList')).envelope.data[0]?.id,
      },
      { from: '9.1.2.3' },
    );
    expect(envelope.reason).toBe('country_excluded');
  });

  it('is unknown for what is no address, or without a database', async () => {
    const known = await Countries.open(file);
    expect([known.codeOf('5.6.7.8'), known.codeOf('::ffff:5.6.7.8'), known.codeOf('nonsense')]).toEqual([
      'FR',
      'FR',
      undefined,
    ]);
    expect((await Countries.open(undefined)).codeOf('5.6.7.8')).toBeUndefined();
  });
});

describe('a database of countries', () => {
  it.each([
    ['that is missing', undefined, /FAIRLOT_COUNTRY_DATABASE: .*absent\.mmdb cannot be read/],
    ['that is no MMDB file', Buffer.from('no database'), /FAIRLOT_COUNTRY_DATABASE: .*broken\.mmdb is no MMDB file/],
    ['that is empty', Buffer.alloc(0), /FAIRLOT_COUNTRY_DATABASE: .*broken\.mmdb is no MMDB file/],
  ])('%s keeps the server from starting', async (_name, content, message) => {
    const path = join(folder, content === undefined ? 'absent.mmdb' : 'broken.mmdb');
    if (content !== undefined) await writeFile(path, content);
    await expect(startTestServer({ FAIRLOT_COUNTRY_DATABASE: path })).rejects.toThrow(message);
  });
});
