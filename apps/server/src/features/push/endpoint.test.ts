import { describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { isPublicAddress, publicLookup } from '../../http/public-network.ts';
import { type PushOrigins, isPushEndpoint } from './endpoint.ts';

const look = (addresses: readonly string[], all: boolean) =>
  new Promise((resolve) => {
    const lookup = publicLookup(() =>
      Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))),
    );
    lookup('push.example.com', { all }, (error, found) => resolve(error === null ? found : error.message));
  });

const everywhere = { services: ['*'], privateOrigins: [] };

/** The defaults when the operator configures nothing. */
function usual(): PushOrigins {
  const read = readConfig({});
  if (!read.ok) throw new Error(read.problems.join());
  return { services: read.config.pushServices, privateOrigins: read.config.pushPrivateOrigins };
}

describe('isPushEndpoint', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://fcm.googleapis.com/wp/abc',
    'https://jmt17.google.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
    'https://web.push.apple.com/QABC',
    'https://wns2-par02p.notify.windows.com/w/?token=a%2b',
    'https://FCM.googleapis.com/fcm/send/abc',
  ])('accepts %s by default', (endpoint) => {
    expect(isPushEndpoint(endpoint, usual())).toBe(true);
  });

  it.each([
    'https://push.example.com/x',
    'https://fcm.googleapis.com.example.com/x',
    'https://evilfcm.googleapis.com/x',
    'https://storage.googleapis.com/x',
    'https://evilnotify.windows.com/w/',
    'https://notify.windows.com/w/',
    'https://push.apple.com.example.com/x',
    'https://example.com/.push.apple.com',
    'https://example.com/?fcm.googleapis.com',
    'https://fcm.googleapis.com@example.com/x',
  ])('rejects %s by default', (endpoint) => {
    expect(isPushEndpoint(endpoint, usual())).toBe(false);
  });

  it('accepts only the configured services, or every public host', () => {
    const own = { services: ['push.example.com', '*.push.example.org'], privateOrigins: [] };
    expect(
      ['https://push.example.com/x', 'https://a.push.example.org/x', 'https://a.b.push.example.org/x'].filter(
        (endpoint) => !isPushEndpoint(endpoint, own),
      ),
    ).toEqual([]);
    expect(
      ['https://a.push.example.com/x', 'https://push.example.org/x', 'https://fcm.googleapis.com/fcm/send/x'].filter(
        (endpoint) => isPushEndpoint(endpoint, own),
      ),
    ).toEqual([]);
    expect(isPushEndpoint('https://push.example.net/x', everywhere)).toBe(true);
  });

  it.each([
    '',
    'nonsense',
    'http://fcm.googleapis.com/x',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://localhost/x',
    'https://intranet/x',
    'https://example.com:8443/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://[::1]/x',
    'https://[2606:4700::1111]/x',
    'https://8.8.8.8/x',
    'https://user:secret@example.com/x',
    'https://example.com./x',
    'https://example.com/x#y',
    'http://127.0.0.1:9999/x',
  ])('always rejects %s', (endpoint) => {
    expect(isPushEndpoint(endpoint, everywhere)).toBe(false);
  });

  it('accepts private origins that the operator allows, compared to the port', () => {
    const origins = { services: [], privateOrigins: ['http://127.0.0.1:4567'] };
    expect(isPushEndpoint('http://127.0.0.1:4567/push/1', origins)).toBe(true);
    expect(isPushEndpoint('http://127.0.0.1:4568/push/1', origins)).toBe(false);
  });
});

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '142.250.1.1', '2606:4700::1111', '2a00:1450:4001::1'])('accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    '2001::1',
    'ff02::1',
    'localhost',
    '',
  ])('rejects %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('publicLookup', () => {
  it.each([[['127.0.0.1']], [['8.8.8.8', '10.0.0.1']], [['8.8.8.8', '::ffff:169.254.169.254']], [[]]])(
    'fails when one of the addresses %j is not public, or there is none',
    async (addresses) => {
      expect(await look(addresses, true)).toBe('push.example.com is not on the public internet');
      expect(await look(addresses, false)).toBe('push.example.com is not on the public internet');
    },
  );

  it('returns all addresses or the first, as requested', async () => {
    expect(await look(['8.8.8.8', '2606:4700::1111'], true)).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
    expect(await look(['8.8.8.8', '2606:4700::1111'], false)).toBe('8.8.8.8');
  });
});
