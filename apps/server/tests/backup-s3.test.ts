import { randomBytes } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openStorage } from '../src/backup/storage/open-storage.ts';
import type { Storage } from '../src/backup/storage/storage.ts';
import { Vault } from '../src/backup/vault.ts';

/** A bucket with the calls that the backups make, two names a page. */
class Bucket {
  readonly objects = new Map<string, Buffer>();
  readonly unsigned: string[] = [];
  /** Answers to give instead of the right one. */
  failures: number[] = [];

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const { pathname, searchParams } = new URL(url, 'http://bucket');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (!/^AWS4-HMAC-SHA256 Credential=someone\/\d{8}\/eu-x\/s3\//.test(headers.authorization ?? ''))
      this.unsigned.push(`${method} ${url}`);
    const failure = this.failures.shift();
    const name = decodeURIComponent(pathname.replace(/^\/bucket\/?/, ''));
    if (failure !== undefined)
      send(response, failure, `<Error><Code>Failure${failure}</Code><Message>not now</Message></Error>`);
    else if (method === 'PUT') {
      this.objects.set(name, Buffer.concat(chunks));
      send(response, 200);
    } else if (method === 'DELETE') {
      this.objects.delete(name);
      send(response, 204);
    } else if (name === '') send(response, 200, this.#list(searchParams));
    else {
      const found = this.objects.get(name);
      if (found === undefined) send(response, 404, '<Error><Code>NoSuchKey</Code><Message>none</Message></Error>');
      else send(response, 200, found);
    }
  }

  #list(query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? '';
    const rest = [...this.objects.keys()].filter((name) => name.startsWith(prefix)).sort();
    const entries = [
      ...new Set(
        rest.map((name) => {
          const end = name.indexOf('/', prefix.length);
          return end === -1 ? name : name.slice(0, end + 1);
        }),
      ),
    ];
    const from = Number(query.get('continuation-token') ?? 0);
    const page = entries.slice(from, from + 2);
    const isTruncated = from + 2 < entries.length;
    return `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${
      isTruncated ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : ''
    }${page
      .map((entry) =>
        entry.endsWith('/')
          ? `<CommonPrefixes><Prefix>${entry}</Prefix></CommonPrefixes>`
          : `<Contents><Key>${entry}</Key><Size>1</Size></Contents>`,
      )
      .join('')}</ListBucketResult>`;
  }
}

function send(response: ServerResponse, status: number, body: string | Buffer = ''): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
}

const bucket = new Bucket();
let server: Server;
let storage: Storage;

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'someone');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  server = createServer((request, response) => void bucket.answer(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  storage = openStorage({
    kind: 's3',
    bucket: 'bucket',
    prefix: 'fairlot/main',
    region: 'eu-x',
    endpoint: `http://127.0.0.1:${port}`,
  });
});

afterAll(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

it('writes, reads, lists and deletes objects under a prefix, with signed requests', async () => {
  for (const name of ['a/line', 'a/wal/1', 'a/wal/2', 'a/wal/3', 'b/line']) await storage.put(name, Buffer.from(name));
  expect([...bucket.objects.keys()]).toContain('fairlot/main/a/wal/2');
  expect(await storage.list('')).toEqual({ names: [], folders: ['a', 'b'] });
  expect(await storage.list('a/wal')).toEqual({ names: ['1', '2', '3'], folders: [] });
  expect((await storage.get('a/wal/3'))?.toString()).toBe('a/wal/3');
  await storage.remove(['a/wal/3', 'a/wal/3']);
  expect(await storage.get('a/wal/3')).toBeUndefined();
  expect(storage.text).toBe('s3://bucket/fairlot/main');
  expect(bucket.unsigned).toEqual([]);
});

it('repeats a request that a busy service refuses, and says what failed in the end', async () => {
  bucket.failures = [503, 500];
  await storage.put('patient', Buffer.from('x'));
  expect(bucket.objects.has('fairlot/main/patient')).toBe(true);
  bucket.failures = [403];
  await expect(storage.put('refused', Buffer.from('x'))).rejects.toThrow(
    's3://bucket/fairlot/main did not write refused: not now',
  );
});

it('keeps sealed objects: another name, a cut end and another key do not open', async () => {
  const key = randomBytes(32);
  const vault = new Vault(storage, [key]);
  await vault.put('one', Buffer.from('what the house knows'));
  const stored = bucket.objects.get('fairlot/main/one') ?? Buffer.alloc(0);
  expect(stored.includes('house')).toBe(false);
  expect((await vault.get('one')).toString()).toBe('what the house knows');
  await storage.put('two', stored);
  await storage.put('cut', stored.subarray(0, -1));
  await expect(vault.get('two')).rejects.toThrow('two is damaged');
  await expect(vault.get('cut')).rejects.toThrow('cut is damaged');
  await expect(vault.get('three')).rejects.toThrow('three is missing');
  await expect(new Vault(storage, [randomBytes(32)]).get('one')).rejects.toThrow('which is not among yours');
  expect((await new Vault(storage, [randomBytes(32), key]).get('one')).length).toBe(20);
});
