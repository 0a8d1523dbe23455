import { describe, expect, it } from 'vitest';
import { type Config, readConfig } from './config.ts';

function accepted(environment: Record<string, string>): Config {
  const result = readConfig(environment);
  if (!result.ok) throw new Error(result.problems.join('\n'));
  return result.config;
}

function problems(environment: Record<string, string>): readonly string[] {
  const result = readConfig(environment);
  return result.ok ? [] : result.problems;
}

describe('readConfig', () => {
  it('parts the office from the trader’s origins, and sends its cookie by https only there', () => {
    expect(accepted({}).office).toEqual({
      origin: undefined,
      from: undefined,
      secureCookie: false,
      isPlainHttpAllowed: false,
    });
    expect(
      accepted({ FAIRLOT_OFFICE_ORIGIN: 'https://office.example.com', FAIRLOT_OFFICE_FROM: '10.8.0.0/16' }).office,
    ).toEqual({
      origin: 'https://office.example.com',
      from: ['10.8.0.0/16'],
      secureCookie: true,
      isPlainHttpAllowed: true,
    });
    expect(accepted({ FAIRLOT_OFFICE_COOKIE: 'secure' }).office.secureCookie).toBe(true);
    expect(
      problems({ FAIRLOT_PAGE_ORIGIN: 'https://t.example.com', FAIRLOT_OFFICE_ORIGIN: 'https://t.example.com' }),
    ).toHaveLength(1);
  });

  it('needs no variables', () => {
    expect(accepted({})).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
      feed: { kind: 'simulated' },
      sessions: 'always',
      siteTitle: 'Fairlot',
    });
  });

  it('treats an empty variable as absent', () => {
    expect(accepted({ PORT: '', DATABASE_URL: ' ', FAIRLOT_FEED: '' })).toEqual(accepted({}));
  });

  it('applies calendars to all markets except the simulated one, unless set', () => {
    expect(accepted({ FAIRLOT_FEED: 'replay:/ticks' })).toMatchObject({
      sessions: 'real',
      feed: { kind: 'replay', path: '/ticks', speed: 1 },
    });
    expect(
      accepted({ FAIRLOT_FEED: 'replay:/ticks', FAIRLOT_SESSIONS: 'always', FAIRLOT_REPLAY_SPEED: '0.5' }),
    ).toMatchObject({ sessions: 'always', feed: { speed: 0.5 } });
    expect(accepted({ FAIRLOT_SESSIONS: 'real' }).sessions).toBe('real');
  });

  it('reports all problems at once, each with its variable', () => {
    const told = problems({
      PORT: 'x',
      FAIRLOT_STOP_OUT_RATIO: '200',
      FAIRLOT_ORIGINS: 'trade.example.com',
      FAIRLOT_FEDD: 'simulated',
    });
    expect(told.map((problem) => problem.split(':')[0])).toEqual([
      'PORT',
      'FAIRLOT_ORIGINS',
      'FAIRLOT_WARNING_RATIO',
      'FAIRLOT_FEDD',
    ]);
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3e3'],
    ['FAIRLOT_FEED', 'replay:'],
    ['FAIRLOT_FEED', 'live'],
    ['FAIRLOT_REPLAY_SPEED', '0'],
    ['FAIRLOT_TRUSTED_PROXIES', '1'],
    ['FAIRLOT_TRUSTED_PROXIES', 'all'],
    ['FAIRLOT_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['FAIRLOT_TRUSTED_PROXIES', '10.0.0.0/8/8'],
    ['FAIRLOT_ORIGINS', 'https://a.example.com/path'],
    ['FAIRLOT_PAGE_ORIGIN', 'trade.example.com'],
    ['FAIRLOT_PAGE_ORIGIN', 'https://trade.example.com/'],
    ['FAIRLOT_PAGE_ORIGIN', 'ftp://trade.example.com'],
    ['FAIRLOT_LOG_LEVEL', 'loud'],
    ['FAIRLOT_STOP_OUT_RATIO', '0'],
    ['FAIRLOT_PUSH_SERVICES', 'https://push.example.com'],
    ['FAIRLOT_PUSH_SERVICES', 'push.*.com'],
    ['FAIRLOT_PUSH_SERVICES', '*.com,*.'],
    ['FAIRLOT_PUSH_SERVICES', '10.0.0.1'],
  ])('refuses %s=%s', (name, value) => {
    const [problem] = problems({ [name]: value });
    expect(problem).toMatch(new RegExp(`^${name}: must`));
  });

  it('derives the API’s origin from the page’s, unless it is named', () => {
    const pageOrigin = 'https://trade.example.com';
    expect(accepted({}).separateApi).toBeUndefined();
    expect(accepted({ FAIRLOT_PAGE_ORIGIN: pageOrigin }).separateApi).toEqual({
      pageOrigin,
      apiOrigin: 'https://api.example.com',
      stated: 'derived',
    });
    const apiOrigin = 'https://fx.example.net';
    expect(accepted({ FAIRLOT_PAGE_ORIGIN: pageOrigin, FAIRLOT_API_ORIGIN: apiOrigin }).separateApi).toEqual({
      pageOrigin,
      apiOrigin,
      stated: apiOrigin,
    });
    expect(problems({ FAIRLOT_PAGE_ORIGIN: 'https://example.com' })[0]).toMatch(/no subdomain/);
    expect(problems({ FAIRLOT_API_ORIGIN: apiOrigin })[0]).toMatch(/needs FAIRLOT_PAGE_ORIGIN/);
  });

  it('accepts one secrets key or several, and never repeats a wrong one', () => {
    const [one, other] = [Buffer.alloc(32, 1).toString('base64'), Buffer.alloc(32, 2).toString('base64url')];
    expect(accepted({ FAIRLOT_SECRETS_KEY: `${one}, ${other}` }).secretsKeys).toEqual([
      Buffer.alloc(32, 1),
      Buffer.alloc(32, 2),
    ]);
    for (const wrong of ['hunter2', `${one},hunter2`, Buffer.alloc(31).toString('base64'), ',']) {
      const [problem] = problems({ FAIRLOT_SECRETS_KEY: wrong });
      expect(problem).toMatch(/^FAIRLOT_SECRETS_KEY: must/);
      expect(problem).not.toContain('hunter2');
    }
  });

  it('never repeats a database URL, because it contains a password', () => {
    const [problem] = problems({ DATABASE_URL: 'mysql://root:hunter2@db/x' });
    expect(problem).toMatch(/^DATABASE_URL:/);
    expect(problem).not.toContain('hunter2');
  });
});
