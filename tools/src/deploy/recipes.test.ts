import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, createServer, request as plainRequest } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../free-port.ts';

// The files of deploy/, read and run by the programs that they are for. A machine without such a program skips its tests.

const DEPLOY = fileURLToPath(new URL('../../../deploy/', import.meta.url));
const example = (name: string): string => readFileSync(join(DEPLOY, name), 'utf8');
const has = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** A proxy with the configuration of an example, in front of a server that tells what it was sent. */
interface Proxy {
  readonly program: string;
  /** The arguments that run it with this configuration in the foreground. */
  readonly command: (folder: string) => readonly string[];
  /** The example with these ports, and with a certificate of its own in the folder. */
  readonly configure: (folder: string, ports: Ports) => Readonly<Record<string, string>>;
}

interface Ports {
  readonly http: number;
  readonly https: number;
  readonly server: number;
}

const PROXIES: readonly Proxy[] = [
  {
    program: 'nginx',
    command: (folder) => ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr', '-g', 'daemon off;'],
    configure: (folder, { http, https, server }) => ({
      'nginx.conf': `user ${userInfo().username}; pid ${folder}/pid; events {} http { access_log off;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
        include ${folder}/fairlot.conf; }`,
      'fairlot.conf': example('nginx.conf')
        .replaceAll(/listen \[::\]:.*/g, '')
        .replace('listen 80;', `listen 127.0.0.1:${http};`)
        .replace('listen 443 ', `listen 127.0.0.1:${https} `)
        .replace('http://127.0.0.1:3000', `http://127.0.0.1:${server}`)
        .replaceAll('/etc/letsencrypt/live/trade.example.com', folder)
        .replace('/var/log/nginx', folder),
    }),
  },
  {
    program: 'caddy',
    command: (folder) => ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'],
    configure: (folder, { http, https, server }) => ({
      Caddyfile: `{\n admin off\n skip_install_trust\n http_port ${http}\n https_port ${https}\n storage file_system ${folder}\n}\n${example(
        'Caddyfile',
      )
        .replace('request_body {', `tls ${folder}/fullchain.pem ${folder}/privkey.pem\n\trequest_body {`)
        .replace('127.0.0.1:3000', `127.0.0.1:${server}`)}`,
    }),
  },
];

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

describe.each(PROXIES)('the example for $program', ({ program, command, configure }) => {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-deploy-'));
  const server = createServer((incoming, answer) => {
    let bytes = 0;
    incoming.on('data', (chunk: Buffer) => (bytes += chunk.length));
    incoming.on('end', () => answer.end(JSON.stringify({ headers: incoming.headers, bytes })));
    incoming.on('error', () => undefined);
  });
  let ports: Ports;
  let proxy: ReturnType<typeof spawn> | undefined;

  beforeAll(async () => {
    if (!has(program)) return;
    server.on('upgrade', (_incoming, socket) =>
      socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    ports = { http: await freePort(), https: await freePort(), server: (server.address() as AddressInfo).port };
    const files = configure(folder, ports);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    makeCertificate(folder);
    proxy = spawn(program, command(folder), { stdio: 'ignore', env: { ...process.env, HOME: folder } });
    proxy.once('error', () => undefined);
    await vi.waitUntil(
      () =>
        send(ports.https, 'trade.example.com').then(
          ({ status }) => status === 200,
          () => false,
        ),
      { timeout: 120_000, interval: 50 },
    );
  }, 150_000);
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    if (proxy !== undefined && proxy.exitCode === null) {
      const ended = once(proxy, 'exit');
      proxy.kill();
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  it.skipIf(!has(program))('passes on the name that was asked, and the visitor’s own address alone', async () => {
    const forged = {
      'x-forwarded-for': '10.0.0.1, 127.0.0.9',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'office.example.com',
    };
    for (const headers of [{}, forged]) {
      const { headers: sent } = received(await send(ports.https, 'trade.example.com', headers));
      expect(sent.host).toBe('trade.example.com');
      expect(sent['x-forwarded-for']).toBe('127.0.0.1');
      expect(sent['x-forwarded-proto']).toBe('https');
      expect(sent['x-forwarded-host'] ?? '').not.toContain('office');
    }
    expect(received(await send(ports.https, 'office.example.com')).headers.host).toBe('office.example.com');
  });

  it.skipIf(!has(program))('passes on the upgrade of the socket, and promises https to browsers', async () => {
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };
    expect((await send(ports.https, 'trade.example.com', upgrade)).status).toBe(101);
    expect((await send(ports.https, 'trade.example.com')).headers['strict-transport-security']).toMatch(
      /^max-age=\d{8}/,
    );
  });

  it.skipIf(!has(program))('lets a picture of 15 MB through', async () => {
    expect(received(await send(ports.https, 'trade.example.com', {}, Buffer.alloc(15_000_000))).bytes).toBe(15_000_000);
  });

  it.skipIf(!has(program))('leads from http to https', async () => {
    const redirected = await new Promise<string | undefined>((resolve, reject) => {
      plainRequest(
        { host: '127.0.0.1', port: ports.http, path: '/x', headers: { host: 'trade.example.com' } },
        (answer) => {
          answer.resume();
          resolve(answer.headers.location);
        },
      )
        .once('error', reject)
        .end();
    });
    expect(redirected).toMatch(/^https:\/\/trade\.example\.com(:\d+)?\/x$/);
  });
});

/** A request of a visitor to one of the two names. */
function send(
  port: number,
  host: string,
  headers: Readonly<Record<string, string>> = {},
  body?: Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      servername: host,
      rejectUnauthorized: false,
      method: body === undefined ? 'GET' : 'POST',
      path: '/v1/ws',
      headers: { host, ...headers },
    });
    sent.once('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    sent.once('upgrade', (answer, socket) => {
      socket.destroy();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: '' });
    });
    // A proxy that refuses a body may close before all of it was sent.
    sent.once('error', reject);
    sent.end(body);
  });
}

/** The request as it reached the server behind the proxy. */
function received(answer: Answer): { readonly headers: IncomingHttpHeaders; readonly bytes: number } {
  return JSON.parse(answer.text) as { headers: IncomingHttpHeaders; bytes: number };
}

function makeCertificate(folder: string): void {
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const names = 'subjectAltName=DNS:trade.example.com,DNS:office.example.com';
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  execFileSync('openssl', [...args, '-subj', '/CN=trade.example.com', '-addext', names, ...files], { stdio: 'ignore' });
}

/** Runs a program that checks a file. Returns what it says after an error. */
function complaintOf(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return status === 0 ? '' : stdout + stderr;
}

it.skipIf(!has('promtool'))('Prometheus takes its configuration with the rules', () => {
  expect(complaintOf('promtool', ['check', 'config', join(DEPLOY, 'prometheus/prometheus.yml')])).toBe('');
});

it.skipIf(!has('amtool'))('Alertmanager takes its configuration', () => {
  expect(complaintOf('amtool', ['check-config', join(DEPLOY, 'prometheus/alertmanager.yml')])).toBe('');
});

/** Undefined if systemd can check units here: not in every container, and not where it would not find Node. */
function withoutSystemd(): string | undefined {
  if (!has('systemd-analyze')) return 'systemd-analyze is not installed';
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-unit-'));
  const unit = join(folder, 'node-of-systemd.service');
  writeFileSync(unit, '[Service]\nExecStart=node --version\n');
  const complaint = complaintOf('systemd-analyze', ['verify', '--man=no', unit]);
  rmSync(folder, { recursive: true });
  return complaint === '' ? undefined : complaint;
}

const noSystemd = withoutSystemd();

it.skipIf(noSystemd !== undefined).each([
  ['fairlot.service', 'fairlot.service'],
  ['fairlot@.service', 'fairlot@gateway-a.service'],
])('systemd takes the unit %s', (file, unit) => {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-unit-'));
  // An instance has the unit's text under a name of its own.
  writeFileSync(join(folder, unit), example(file));
  expect(complaintOf('systemd-analyze', ['verify', '--man=no', join(folder, unit)])).toBe('');
  rmSync(folder, { recursive: true });
});

describe('the command for a machine with systemd', () => {
  const file = join(DEPLOY, 'fairlot');
  const known = /^ {2}(verify .+)\) shift/m.exec(example('fairlot'))?.[1]?.split(' | ') ?? [];

  it('runs programs that a build contains', () => {
    const bundle = readFileSync(new URL('../../bundle.mjs', import.meta.url), 'utf8');
    expect(known).toHaveLength(8);
    for (const program of known) expect(bundle).toContain(`'apps/server/src/${program}.ts'`);
  });

  it('has the folders and the user of the unit', () => {
    const unit = example('fairlot.service');
    for (const each of ['User=fairlot', 'WorkingDirectory=/opt/fairlot', 'EnvironmentFile=-/etc/fairlot.env'])
      expect(unit).toContain(`\n${each}\n`);
    expect(unit).toContain('\nEnvironment=FAIRLOT_DATA_DIR=/var/lib/fairlot\n');
    for (const each of ['--uid=fairlot', '--working-directory=/opt/fairlot', 'EnvironmentFile=-/etc/fairlot.env'])
      expect(example('fairlot')).toContain(each);
    expect(example('fairlot')).toContain('FAIRLOT_DATA_DIR=/var/lib/fairlot');
  });

  it('refuses anything else', () => {
    for (const args of [[], ['main'], ['../verify']]) {
      const { status, stderr } = spawnSync('sh', [file, ...args], { encoding: 'utf8' });
      expect([status, stderr]).toEqual([2, expect.stringContaining('Usage: fairlot')]);
    }
  });
});

it('the manual names every file of deploy', () => {
  const manual = readFileSync(join(DEPLOY, '../docs/operations.md'), 'utf8');
  const files = readdirSync(DEPLOY, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(6);
  expect(files.map(({ name }) => name).filter((name) => !manual.includes(name))).toEqual([]);
});
