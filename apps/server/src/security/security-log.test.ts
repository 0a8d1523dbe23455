import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SECURITY_EVENTS, securityEventOf } from './security-events.ts';
import { SecurityLog } from './security-log.ts';

const CALL = '/api/user/loginForU';

function opened() {
  const clock = { time: 0 };
  const lines: Record<string, unknown>[] = [];
  const log = new SecurityLog({
    log: { info: (fields: object) => void lines.push(fields as Record<string, unknown>) } as never,
    clock: () => clock.time,
    hash: (text) => `hash of ${text.length}`,
    networkOf: (address) => address.split('.').slice(0, 3).join('.'),
  });
  const fail = (address: string): void =>
    log.answered({
      call: CALL,
      reason: 'login_failed',
      address,
      agent: 'a',
      actor: { name: 'X@y.z' },
    });
  const succeed = (address: string): void =>
    log.answered({ call: CALL, reason: 'ok', address, agent: 'a', actor: { user: 7 } });
  return { clock, lines, log, fail, succeed };
}

describe('the security log', () => {
  it('cuts a flood by event and network, and tells how much it cut', () => {
    const { clock, lines, log, fail } = opened();
    for (let each = 0; each < 1000; each += 1) fail('192.0.2.1');
    fail('198.51.100.7');
    expect(lines).toHaveLength(21);
    log.flush();
    const cut = { security: true, event: 'user.sign_in', outcome: 'refused', network: '192.0.2', suppressed: 980 };
    expect(lines.at(-1)).toEqual(cut);
    log.flush();
    expect(lines).toHaveLength(22);
    clock.time += 10_000;
    fail('192.0.2.1');
    expect(lines).toHaveLength(23);
  });

  it('cuts a flood from many networks too, with bounded memory', () => {
    const { lines, log, fail } = opened();
    const attempts = 20_000;
    for (let each = 0; each < attempts; each += 1) fail(`10.${each >> 8}.${each & 255}.1`);
    expect(lines).toHaveLength(200);
    log.flush();
    const cut = lines.slice(200);
    const suppressed = attempts - 200;
    expect(cut).toEqual([{ security: true, event: 'user.sign_in', outcome: 'refused', network: '', suppressed }]);
  });

  it('shows a success in a flood of refusals, from its network and from all', () => {
    const { lines, log, fail, succeed } = opened();
    for (let each = 0; each < 1000; each += 1) fail('192.0.2.1');
    for (let each = 0; each < 1000; each += 1) fail(`10.0.${each & 255}.1`);
    const success = { event: 'user.sign_in', outcome: 'ok', user: 7 };
    succeed('192.0.2.1');
    expect(lines.at(-1)).toMatchObject({ ...success, source: '192.0.2.1' });
    succeed('10.0.0.1');
    expect(lines.at(-1)).toMatchObject({ ...success, source: '10.0.0.1' });
    for (let each = 0; each < 1000; each += 1) succeed('192.0.2.1');
    expect(lines.length).toBeLessThan(250);
    log.flush();
    expect(lines).toContainEqual(expect.objectContaining({ outcome: 'ok', network: '192.0.2', suppressed: 981 }));
  });

  it('names unknown callers by a keyed hash', () => {
    const { lines, fail } = opened();
    fail('192.0.2.1');
    expect(lines[0]).toMatchObject({ outcome: 'refused', reason: 'login_failed', name_hash: 'hash of 10' });
    expect(JSON.stringify(lines)).not.toContain('y.z');
  });

  it('has a vocabulary that is documented', () => {
    const text = readFileSync(new URL('../../../../docs/security-log.md', import.meta.url), 'utf8');
    const documented = [...text.matchAll(/^\| `([a-z]+\.[a-z_]+)`/gm)].map(([, name]) => name);
    expect(documented).toHaveLength(SECURITY_EVENTS.length);
    expect(new Set(documented)).toEqual(new Set(SECURITY_EVENTS));
    expect(securityEventOf('/api/user/loginForU', 'totp_required')).toBe('user.sign_in');
  });
});
