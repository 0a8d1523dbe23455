import { randomBytes } from 'node:crypto';
import { createConnection } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';
import { CODES } from '@fairlot/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drawing, photo, upload } from './support/pictures.ts';
import { type RealUser, query, registerUser } from './support/real-user.ts';
import { type TestServer, startTestServer } from './support/server.ts';

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

async function reasonOf(content: Uint8Array, options: Parameters<typeof upload>[2] = {}): Promise<string> {
  return (await upload(server, content, { token: user.token, ...options })).envelope.reason;
}

/** A chunk of a PNG. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

/** A small PNG file whose header declares huge dimensions. */
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
    ['an SVG with a script', () => Buffer.from(SVG), 'image_type_unsupported'],
    [
      'an SVG after the first bytes of a JPEG',
      () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from(SVG)]),
      'image_type_unsupported',
    ],
    ['a GIF', () => drawing(1, 20, 20).gif().toBuffer(), 'image_type_unsupported'],
    ['a TIFF', () => drawing(1, 20, 20).tiff().toBuffer(), 'image_type_unsupported'],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj<</OpenAction<</JS(app.alert(1))>>>>'), 'image_type_unsupported'],
    ['an HTML page named photo.jpg', () => Buffer.from(HTML), 'image_type_unsupported'],
    [
      'a JPEG followed by an HTML page',
      async () => Buffer.concat([await photo(), Buffer.from(HTML)]),
      'image_type_unsupported',
    ],
    [
      'a JPEG with an HTML page in its comment',
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
      'a PNG that contains PHP in mixed case',
      async () => Buffer.concat([await drawing(1, 30, 30).png().toBuffer(), Buffer.from('<?PhP system("id");')]),
      'image_type_unsupported',
    ],
    [
      'a JPEG that is also a PDF',
      async () => Buffer.concat([await photo(), Buffer.from('%PDF-1.4')]),
      'image_type_unsupported',
    ],
    [
      'a JPEG that is also a ZIP',
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
      'a script across the border of two search windows',
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
    ['a PNG of 20,000 × 20,000 pixels in 50 kB', () => bomb(20_000, 20_000), 'image_too_large'],
    ['a PNG of 2³¹ columns', () => bomb(0x7fffffff, 1), 'image_unreadable'],
    ['a PNG of 26 megapixels', () => bomb(26_000, 1000), 'image_too_large'],
    ['a truncated JPEG', async () => (await photo()).subarray(0, 5000), 'image_unreadable'],
    [
      'a PNG with random data',
      async () => {
        const png = await drawing(1, 60, 60).png().toBuffer();
        randomBytes(200).copy(png, 60);
        return png;
      },
      'image_unreadable',
    ],
    ['only the first bytes of a JPEG', () => Buffer.from('ffd8ff', 'hex'), 'image_unreadable'],
    ['an empty file', () => Buffer.alloc(0), 'image_missing'],
    ['more than 10 MB', () => Buffer.alloc(10 * 1024 * 1024 + 1, 0xff), 'image_too_large'],
  ])('with %s is refused', async (_name, make, reason) => {
    expect(await reasonOf(await make(), { type: 'image/jpeg', name: 'photo.jpg' })).toBe(reason);
    expect(JSON.parse((await server.raw('/readyz')).text)).toEqual({ status: 'ready' });
  });

  it('with a malformed body is refused', async () => {
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

  it('with multipart bodies at other calls is refused', async () => {
    const form = new FormData();
    form.append('file', new Blob(['x']));
    const response = await fetch(`${server.url}/api/user_real/real_name`, {
      method: 'POST',
      body: form,
      headers: { authorization: user.token },
    });
    expect(await response.json()).toMatchObject({ reason: 'unsupported_type' });
  });

  it('by a client that disconnects during the upload harms nobody and allows the next upload', async () => {
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
    // The server notices the disconnect a moment later; until then the upload counts as running.
    await expect
      .poll(async () => {
        clock.time += 60_000;
        return reasonOf(await photo(8));
      })
      .toBe('ok');
  });
});
