import { randomBytes, randomUUID } from 'node:crypto';
import { DAY_MS } from '@fairlot/domain';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drawing, photo, upload, uploaded } from './support/pictures.ts';
import { type RealUser, query, registerUser } from './support/real-user.ts';
import { type TestServer, startTestServer } from './support/server.ts';
import { removeUnused } from './support/unused-images.ts';

const clock = { time: Date.UTC(2026, 10, 20, 12) };
let server: TestServer;
let user: RealUser;

beforeAll(async () => {
  server = await startTestServer({}, () => clock.time);
  user = await registerUser(server);
});
afterAll(() => server.stop());
// Most of these tests are not about quotas or rate limits.
beforeEach(async () => {
  clock.time += 3_600_000;
  await query(server, 'delete from images');
});

const fetched = async (url: string, token?: string): Promise<Response> =>
  fetch(server.url + url, { headers: { lang: 'en', ...(token === undefined ? {} : { authorization: token }) } });

async function bytes(url: string): Promise<Buffer> {
  const response = await fetched(url, user.token);
  expect(response.headers.get('content-type')).toBe('image/jpeg');
  return Buffer.from(await response.arrayBuffer());
}

async function reasonOf(content: Uint8Array, options: Parameters<typeof upload>[2] = {}): Promise<string> {
  return (await upload(server, content, { token: user.token, ...options })).envelope.reason;
}

describe('an upload', () => {
  it('stores the picture upright, without metadata', async () => {
    const content = await drawing(3, 300, 200)
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: 'the-owner-of-this', Make: 'camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer();
    expect(content.includes('the-owner-of-this')).toBe(true);
    const { envelope } = await upload(server, content, { token: user.token });
    const stored = await bytes(envelope.data?.url ?? '');
    const { width, height, exif, orientation, icc, xmp, format } = await sharp(stored).metadata();
    expect({ width, height, exif, orientation, icc, xmp, format }).toEqual({ width: 200, height: 300, format: 'jpeg' });
    expect(stored.includes('the-owner-of-this')).toBe(false);
  });

  it.each(['jpeg', 'png', 'webp'] as const)(
    'of %s is accepted regardless of its name and declared type',
    async (format) => {
      const content = await drawing(4, 120, 80).toFormat(format).toBuffer();
      expect(await reasonOf(content, { name: 'malware.exe', type: 'text/html' })).toBe('ok');
    },
  );

  it('is scaled down when large, and put on white when transparent', async () => {
    const { envelope } = await upload(server, await photo(5, 4000, 1000), { token: user.token });
    expect(await sharp(await bytes(envelope.data?.url ?? '')).metadata()).toMatchObject({ width: 2400, height: 600 });
    const clear = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    const onWhite = await upload(server, clear, { token: user.token });
    const { dominant } = await sharp(await bytes(onWhite.envelope.data?.url ?? '')).stats();
    expect(Object.values(dominant).every((value) => value > 240)).toBe(true);
  });

  it('is idempotent per key, and the key is refused for another file', async () => {
    const key = randomUUID();
    const [one, two] = [await photo(6), await photo(7)];
    const first = await upload(server, one, { token: user.token, key });
    const again = await Promise.all([
      upload(server, one, { token: user.token, key }),
      upload(server, one, { token: user.token, key }),
    ]);
    expect(
      again.map(({ envelope }) => envelope.data ?? envelope.reason).filter((each) => each !== 'too_many_requests'),
    ).toEqual(again.filter(({ envelope }) => envelope.data !== null).map(() => first.envelope.data));
    expect(await reasonOf(two, { key })).toBe('key_reused');
  });
});

describe('quotas', () => {
  it('let a user upload forty images in 24 hours, even with concurrent requests', async () => {
    const other = await registerUser(server);
    const content = await photo(9, 40, 40);
    const reasons: string[] = [];
    for (let round = 0; round < 45; round += 1) {
      clock.time += 20_000;
      reasons.push((await upload(server, content, { token: other.token })).envelope.reason);
    }
    expect(reasons.filter((reason) => reason === 'ok')).toHaveLength(40);
    expect(new Set(reasons.slice(40))).toEqual(new Set(['image_quota_reached']));
    clock.time += DAY_MS;
    expect((await upload(server, content, { token: other.token })).envelope.reason).toBe('ok');
  });

  it('let a user make a burst of twenty attempts, bad files included, one file at a time', async () => {
    const other = await registerUser(server);
    const reasons = new Set<string>();
    for (let round = 0; round < 22; round += 1)
      reasons.add((await upload(server, Buffer.from('x'), { token: other.token })).envelope.reason);
    expect(reasons).toEqual(new Set(['image_type_unsupported', 'too_many_requests']));
    clock.time += 3_600_000;
    const large = await photo(10, 3000, 3000);
    const both = await Promise.all([1, 2, 3].map(() => upload(server, large, { token: other.token })));
    expect(
      both.map(({ envelope }) => envelope.reason).filter((reason) => reason === 'ok').length,
    ).toBeGreaterThanOrEqual(1);
    expect(new Set(both.map(({ envelope }) => envelope.reason))).toEqual(new Set(['ok', 'too_many_requests']));
  });
});

describe('an image', () => {
  it('can be opened by its owner only', async () => {
    const url = await uploaded(server, user.token, 11);
    const other = await registerUser(server);
    const demo = await server.demo();
    const answers = await Promise.all([
      fetched(url, other.token),
      fetched(url, demo.token),
      fetched(url),
      fetched(url, 'wrong'),
      fetched(`/api/common/image/${randomBytes(32).toString('base64url')}`, user.token),
      fetched('/api/common/image/1', user.token),
      fetched('/api/common/image/..%2f..%2fetc%2fpasswd', user.token),
      fetched(`${url}?authorization=${user.token}`),
      fetched(`${url}?id=1`, other.token),
    ]);
    const reasons = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { reason: string }).reason),
    );
    expect(reasons).toEqual([
      'unknown_image',
      'real_account_required',
      'session_invalid',
      'session_invalid',
      'unknown_image',
      'bad_request',
      'bad_request',
      'session_invalid',
      'unknown_image',
    ]);
  });

  it('is sent with headers against caching and execution', async () => {
    const response = await fetched(await uploaded(server, user.token, 12), user.token);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'content-disposition': 'inline; filename="image.jpg"',
      'content-type': 'image/jpeg',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
  });

  it('can’t be opened with a token after signing out', async () => {
    const other = await registerUser(server);
    const url = await uploaded(server, other.token, 13);
    await server.call('logout', {}, { token: other.token });
    expect(await (await fetched(url, other.token)).json()).toMatchObject({ reason: 'session_invalid' });
  });

  it('is refused from demo accounts and visitors', async () => {
    const { token } = await server.demo();
    expect(await reasonOf(await photo(), { token })).toBe('real_account_required');
    expect((await upload(server, await photo())).envelope.reason).toBe('session_invalid');
  });

  it('is deleted after a day if it was not used', async () => {
    const url = await uploaded(server, user.token, 14);
    const kept = await uploaded(server, user.token, 15);
    await query(server, `update images set used_for = 'identity' where id = $1`, [kept.split('/').at(-1)]);
    await removeUnused(server, clock.time + DAY_MS - 1000);
    expect((await fetched(url, user.token)).headers.get('content-type')).toBe('image/jpeg');
    await removeUnused(server, clock.time + DAY_MS + 1000);
    expect(await (await fetched(url, user.token)).json()).toMatchObject({ reason: 'unknown_image' });
    expect((await fetched(kept, user.token)).headers.get('content-type')).toBe('image/jpeg');
  });
});
