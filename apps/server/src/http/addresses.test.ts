import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { addressGroup, addressTest, clientAddress } from './addresses.ts';

/** The parts of a request that clientAddress reads. */
function request(remoteAddress: string, forwarded?: string): IncomingMessage {
  return {
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage;
}

describe('addressTest', () => {
  it.each([
    [['10.0.0.0/8'], '10.1.2.3', true],
    [['10.0.0.0/8'], '11.1.2.3', false],
    [['10.0.0.0/8'], '::ffff:10.1.2.3', true],
    [['192.0.2.7'], '192.0.2.7', true],
    [['192.0.2.7'], '192.0.2.8', false],
    [['fd00::/8'], 'fd12::1', true],
    [['::1/128'], '::1', true],
    [['fe80::/10'], 'fe80::1%eth0', true],
    [[], '10.0.0.1', false],
    [['0.0.0.0/0'], 'not an address', false],
  ] as const)('%j has %s: %s', (networks, address, expected) => {
    const isListed = addressTest(networks);
    // The second answer is remembered.
    expect([isListed(address), isListed(address)]).toEqual([expected, expected]);
  });
});

describe('clientAddress', () => {
  const trusted = addressTest(['10.0.0.0/8']);

  it.each([
    ['nobody is believed who is not trusted', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['a proxy is believed about its own client', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    [
      'a client can’t choose its address by sending the header itself',
      '10.0.0.1',
      '1.1.1.1, 198.51.100.1',
      '198.51.100.1',
    ],
    ['a chain of proxies is followed to its end', '10.0.0.1', '1.1.1.1, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['nonsense is not followed', '10.0.0.1', '198.51.100.1, unknown', '10.0.0.1'],
    ['no header', '10.0.0.1', undefined, '10.0.0.1'],
  ])('%s', (_what, remote, forwarded, expected) => {
    expect(clientAddress(request(remote, forwarded), trusted)).toBe(expected);
  });
});

describe('addressGroup', () => {
  it('groups IPv4 by address and IPv6 by the network of one customer', () => {
    expect(addressGroup('192.0.2.1')).not.toBe(addressGroup('192.0.2.2'));
    expect(addressGroup('::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(addressGroup('2001:db8:1:2::1')).toBe(addressGroup('2001:db8:1:2:ffff:ffff:ffff:ffff'));
    expect(addressGroup('2001:db8:1:2::1')).not.toBe(addressGroup('2001:db8:1:3::1'));
    expect(addressGroup('2001:db8::1')).toBe(addressGroup('2001:db8:0:0:5::1'));
    expect(addressGroup('2001::1:2:3:4:5')).toBe(addressGroup('2001:0:0:1::9'));
    expect(addressGroup('2001:db8::192.0.2.1')).toBe(addressGroup('2001:db8:0:0::1'));
    expect(addressGroup('::1')).toBe('0:0:0:0');
  });
});
