import { randomBytes, randomUUID } from 'node:crypto';
import { createConnection } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';
import { CODES } from '@fairlot/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drawing, photo, upload, uploaded } from './support/pictures.ts';
import { query, registerUser } from './support/real-user.ts';
import type { RealUser } from './support/real-user.ts';
import { startTestServer } from './support/server.ts';
import type { TestServer } from './support/server.ts';
import { removeUnused } from './support/unused-images.ts';

const DAY_MS = 24 * 3600 * 1000;
const clock = { time: Date.UTC(2026, 10, 20, 12) };
let server: TestServer;
let user: RealUser;

beforeAll(async () => {
  server = await startTestServer({}, () => clock.time);
  user = await registerUser(server);
});
afterAll(() => server.stop());
// Neither quotas nor the limit on tries are what most of these tests are about.
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
  it('keeps the picture, upright, and nothing else that was in the file', async () => {
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
    'of %s is taken, whatever its name and its stated type are',
    async (format) => {
      const content = await drawing(4, 120, 80).toFormat(format).toBuffer();
      expect(await reasonOf(content, { name: 'malware.exe', type: 'text/html' })).toBe('ok');
    },
  );

  it('of many pixels is made smaller, of transparent ones put on white', async () => {
    const { envelope } = await upload(server, await photo(5, 4000, 1000), { token: user.token });
    expect(await sharp(await bytes(envelope.data?.url ?? '')).metadata()).toMatchObject({ width: 2400, height: 600 });
    const clear = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    const onWhite = await upload(server, clear, { token: user.token });
    const { dominant } = await sharp(await bytes(onWhite.envelope.data?.url ?? '')).stats();
    expect(Object.values(dominant).every((value) => value > 240)).toBe(true);
  });

  it('that is repeated under its key is answered as before; another file under that key is refused', async () => {
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

/** A piece of a PNG. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

/** A PNG that is small as a file and says that it is huge. */
function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc(Math.min(50_000_000, (Math.ceil(width / 8) + 1) * height)), { level: 9 });
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const HTML = '<html><script>alert(document.domain)</script></html>';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

describe('an attack', () => {
  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['an svg with a script', () => Buffer.from(SVG), 'image_type_unsupported'],
    [
      'an svg behind a JPEG’s first bytes',
      () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from(SVG)]),
      'image_type_unsupported',
    ],
    ['a gif', () => drawing(1, 20, 20).gif().toBuffer(), 'image_type_unsupported'],
    ['a tiff', () => drawing(1, 20, 20).tiff().toBuffer(), 'image_type_unsupported'],
    ['a pdf', () => Buffer.from('%PDF-1.7\n1 0 obj<</OpenAction<</JS(app.alert(1))>>>>'), 'image_type_unsupported'],
    ['a page that is called photo.jpg', () => Buffer.from(HTML), 'image_type_unsupported'],
    [
      'a JPEG with a page behind it',
      async () => Buffer.concat([await photo(), Buffer.from(HTML)]),
      'image_type_unsupported',
    ],
    [
      'a JPEG with a page in its comment',
      async () => {
        const jpeg = await photo();
        return Buffer.concat([
          jpeg.subarray(0, 2),
          Buffer.from([0xff, 0xfe, 0, HTML.length + 2]),
          Buffer.from(HTML),
          jpeg.subarray(2),
        ]);
      },
      'image_type_unsupported',
    ],
    [
      'a PNG with php in it, in odd case',
      async () => Buffer.concat([await drawing(1, 30, 30).png().toBuffer(), Buffer.from('<?PhP system("id");')]),
      'image_type_unsupported',
    ],
    [
      'a JPEG that is a PDF too',
      async () => Buffer.concat([await photo(), Buffer.from('%PDF-1.4')]),
      'image_type_unsupported',
    ],
    [
      'a JPEG that is a ZIP too',
      async () =>
        Buffer.concat([
          await photo(),
          Buffer.from('PK\u0003\u0004', 'latin1'),
          Buffer.from('PK\u0005\u0006', 'latin1'),
          Buffer.alloc(18),
        ]),
      'image_type_unsupported',
    ],
    [
      'a script at the border of two of the pieces that are searched',
      async () =>
        Buffer.concat([await photo(), Buffer.alloc(262_144 - (await photo()).length - 3), Buffer.from('<script>')]),
      'image_type_unsupported',
    ],
    [
      'an animated WebP',
      () =>
        sharp(randomBytes(20 * 40 * 3), { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } })
          .webp({ loop: 0 })
          .toBuffer(),
      'image_type_unsupported',
    ],
    ['a PNG of 20,000 × 20,000 in 50 kB', () => bomb(20_000, 20_000), 'image_too_large'],
    ['a PNG of 2³¹ columns', () => bomb(0x7fffffff, 1), 'image_unreadable'],
    ['a PNG of 26 megapixels', () => bomb(26_000, 1000), 'image_too_large'],
    ['a JPEG that ends early', async () => (await photo()).subarray(0, 5000), 'image_unreadable'],
    [
      'a PNG whose data is chance',
      async () => {
        const png = await drawing(1, 60, 60).png().toBuffer();
        randomBytes(200).copy(png, 60);
        return png;
      },
      'image_unreadable',
    ],
    ['a JPEG’s first bytes alone', () => Buffer.from('ffd8ff', 'hex'), 'image_unreadable'],
    ['nothing', () => Buffer.alloc(0), 'image_missing'],
    ['more than 10 MB', () => Buffer.alloc(10 * 1024 * 1024 + 1, 0xff), 'image_too_large'],
  ])('with %s is refused', async (_name, make, reason) => {
    expect(await reasonOf(await make(), { type: 'image/jpeg', name: 'photo.jpg' })).toBe(reason);
    expect(JSON.parse((await server.raw('/readyz')).text)).toEqual({ status: 'ready' });
  });

  it('with a body that is not what it should be is refused', async () => {
    expect(await reasonOf(await photo(), { field: 'picture' })).toBe('image_missing');
    expect(await reasonOf(await photo(), { field: '__proto__' })).toBe('bad_request');
    for (const [type, body, reason] of [
      ['application/json', '{"file":"x"}', 'unsupported_type'],
      ['application/x-www-form-urlencoded', 'file=x', 'unsupported_type'],
      ['multipart/form-data', '--x', 'bad_request'],
      ['multipart/form-data; boundary=x', '', 'image_missing'],
      [
        'multipart/form-data; boundary=x',
        '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nabc',
        'bad_request',
      ],
      ['image/jpeg', 'x', 'unsupported_type'],
    ] as const) {
      clock.time += 60_000;
      const { envelope } = await server.request('/api/common/image_upload', {
        method: 'POST',
        body,
        headers: { authorization: user.token, 'content-type': type },
      });
      expect([type, body, envelope.reason, envelope.code]).toEqual([type, body, reason, CODES[reason]]);
    }
  });

  it('with a thousand parts is refused', async () => {
    const form = new FormData();
    for (let part = 0; part < 1000; part += 1)
      form.append(part % 2 === 0 ? 'file' : `field${part}`, part % 2 === 0 ? new Blob(['x']) : 'x');
    const response = await fetch(`${server.url}/api/common/image_upload`, {
      method: 'POST',
      body: form,
      headers: { authorization: user.token },
    });
    expect(await response.json()).toMatchObject({ reason: 'bad_request' });
  });

  it('with multipart bodies elsewhere is refused', async () => {
    const form = new FormData();
    form.append('file', new Blob(['x']));
    const response = await fetch(`${server.url}/api/user_real/real_name`, {
      method: 'POST',
      body: form,
      headers: { authorization: user.token },
    });
    expect(await response.json()).toMatchObject({ reason: 'unsupported_type' });
  });

  it('by a sender who goes away in the middle harms nobody, and leaves room for the next', async () => {
    const { hostname, port } = new URL(server.url);
    await new Promise<void>((resolve) => {
      const socket = createConnection(Number(port), hostname, () => {
        socket.write(
          `POST /api/common/image_upload HTTP/1.1\r\nhost: x\r\nauthorization: ${user.token}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 900000\r\n\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nabc`,
          () => socket.destroy(),
        );
      });
      socket.on('close', () => resolve());
      socket.on('error', () => undefined);
    });
    // The server hears of it a moment later; until then the user has an upload under way.
    await expect
      .poll(
        async () => {
          clock.time += 60_000;
          return reasonOf(await photo(8));
        },
        { timeout: 10_000 },
      )
      .toBe('ok');
  });
});

describe('quotas', () => {
  it('let a user upload forty images in 24 hours, and no more however many come at once', async () => {
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

  it('let a user try twenty times at once, bad files too, and one file at a time', async () => {
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
  it('is its owner’s: nobody else opens it, by its id, by guessing or without signing in', async () => {
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

  it('is sent so that no cache keeps it and no browser runs it', async () => {
    const response = await fetched(await uploaded(server, user.token, 12), user.token);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'content-disposition': 'inline; filename="image.jpg"',
      'content-type': 'image/jpeg',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
  });

  it('is closed to its owner’s token after signing out', async () => {
    const other = await registerUser(server);
    const url = await uploaded(server, other.token, 13);
    await server.call('logout', {}, { token: other.token });
    expect(await (await fetched(url, other.token)).json()).toMatchObject({ reason: 'session_invalid' });
  });

  it('of a demo account or a visitor is not taken', async () => {
    const { token } = await server.demo();
    expect(await reasonOf(await photo(), { token })).toBe('real_account_required');
    expect((await upload(server, await photo())).envelope.reason).toBe('session_invalid');
  });

  it('that became part of nothing is gone after a day', async () => {
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
