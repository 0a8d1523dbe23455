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

const mail = (url: string) => ({ FAIRLOT_SMTP_URL: url, FAIRLOT_MAIL_FROM: 'no-reply@example.com' });

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

  it('reads the roles of one process among several, and refuses what can’t work', () => {
    const several = {
      FAIRLOT_NATS_URL: 'nats://user:secret@10.0.0.5:4222',
      DATABASE_URL: 'postgresql://a:b@127.0.0.1/d',
    };
    expect(accepted({}).cluster).toBeUndefined();
    expect(accepted({ ...several, FAIRLOT_ROLES: 'trading, market', FAIRLOT_SHARDS: '0-2,7' }).cluster).toMatchObject({
      roles: new Set(['market', 'trading']),
      installation: 'main',
      url: 'http://127.0.0.1:3000',
      prefers: [0, 1, 2, 7],
    });
    expect(accepted({ ...several, FAIRLOT_ROLES: 'trading', FAIRLOT_SHARDS: 'none' }).cluster?.prefers).toEqual([]);
    for (const role of ['web', 'worker'] as const)
      expect(accepted({ ...several, FAIRLOT_ROLES: role }).cluster?.roles).toEqual(new Set([role]));
    for (const wrong of [
      { FAIRLOT_ROLES: 'trading' },
      { ...several, FAIRLOT_ROLES: 'gateway,worker' },
      { ...several, FAIRLOT_ROLES: 'broker' },
      { ...several, FAIRLOT_ROLES: 'gateway', FAIRLOT_FEED: 'replay' },
      { ...several, FAIRLOT_ROLES: 'trading', FAIRLOT_SHARDS: '3-1' },
      { ...several, FAIRLOT_ROLES: 'trading', FAIRLOT_NATS_URL: 'http://10.0.0.5' },
      { ...several, FAIRLOT_ROLES: 'trading', FAIRLOT_INSTALLATION: 'a.b' },
      several,
    ])
      expect(problems(wrong)).not.toEqual([]);
    expect(problems({ ...several, FAIRLOT_ROLES: 'trading', FAIRLOT_NATS_URL: 'x:secret' }).join()).not.toContain(
      'secret',
    );
  });

  it('takes a folder or a bucket for backups of the embedded database', () => {
    expect(accepted({ FAIRLOT_BACKUP_TO: '/mnt/backups/' }).backups).toEqual({
      to: { kind: 'folder', path: '/mnt/backups' },
      keys: undefined,
      everyHours: 24,
      walSeconds: 60,
      keepDays: 14,
    });
    const bucket = {
      FAIRLOT_BACKUP_TO: 's3://house-backups/a/b/',
      FAIRLOT_BACKUP_S3_ENDPOINT: 'https://s3.example.com',
    };
    expect(accepted(bucket).backups.to).toEqual({
      kind: 's3',
      bucket: 'house-backups',
      prefix: 'a/b',
      region: 'us-east-1',
      endpoint: 'https://s3.example.com',
    });
    for (const bad of ['backups', 's3://', 's3://B', '/data/x', '/data', 'ftp://x/y'])
      expect(problems({ FAIRLOT_BACKUP_TO: bad, FAIRLOT_DATA_DIR: '/data' })).toHaveLength(1);
    const database = { DATABASE_URL: 'postgresql://user:password@127.0.0.1:5432/fairlot' };
    expect(problems({ ...database, FAIRLOT_BACKUP_TO: '/mnt/backups' })).toHaveLength(1);
    expect(problems({ ...bucket, FAIRLOT_BACKUP_S3_ENDPOINT: 'http://s3.example.com' })).toHaveLength(1);
  });

  it('needs no variables', () => {
    expect(accepted({})).toMatchObject({
      port: 3000,
      database: { databaseUrl: undefined, ownerUrl: undefined, tls: 'local' },
      feed: { kind: 'simulated' },
      sessions: 'always',
      siteTitle: 'Fairlot',
    });
  });

  it('treats an empty variable as absent', () => {
    expect(accepted({ PORT: '', DATABASE_URL: ' ', FAIRLOT_FEED: '' })).toEqual(accepted({}));
  });

  it('takes play money by default for a trial only', () => {
    expect(accepted({}).simulatedMoney).toBe('local');
    expect(accepted({ FAIRLOT_SIMULATED_MONEY: 'play-money' }).simulatedMoney).toBe('play-money');
    expect(accepted({ FAIRLOT_SITE_ORIGIN: 'https://trade.example.com' }).simulatedMoney).toBe('refuse');
    const database = { DATABASE_URL: 'postgresql://user:password@127.0.0.1:5432/fairlot' };
    expect(accepted(database).simulatedMoney).toBe('refuse');
    expect(accepted({ ...database, FAIRLOT_SIMULATED_MONEY: 'play-money' }).simulatedMoney).toBe('play-money');
    expect(accepted({ FAIRLOT_SIMULATED_MONEY: 'refuse' }).simulatedMoney).toBe('refuse');
    expect(problems({ FAIRLOT_SIMULATED_MONEY: 'yes' })).toEqual([expect.stringContaining('FAIRLOT_SIMULATED_MONEY')]);
  });

  it('reads a list of live sources in order of preference', () => {
    const token = { FAIRLOT_OANDA_TOKEN: 'secret-token', FAIRLOT_OANDA_ACCOUNT: '101-004-1234567-001' };
    expect(accepted({ FAIRLOT_FEED: 'kraken, oanda,simulated', ...token }).feed).toEqual({
      kind: 'live',
      sources: [
        { name: 'kraken', settings: {} },
        {
          name: 'oanda',
          settings: { token: 'secret-token', account: '101-004-1234567-001', environment: 'practice' },
        },
      ],
      simulatesOthers: true,
    });
    const own = { FAIRLOT_KRAKEN_URL: 'ws://127.0.0.1:9', FAIRLOT_KRAKEN_REST_URL: 'http://127.0.0.1:8' };
    const one = accepted({ FAIRLOT_FEED: 'kraken', ...own });
    expect(one).toMatchObject({ sessions: 'real', strategies: false, feed: { simulatesOthers: false } });
    expect(one.feed).toMatchObject({
      sources: [{ settings: { url: 'ws://127.0.0.1:9', restUrl: 'http://127.0.0.1:8' } }],
    });
    const told = problems({ FAIRLOT_FEED: 'oanda', FAIRLOT_OANDA_TOKEN: 'sec ret' }).join('\n');
    expect(told).toContain('FAIRLOT_OANDA_ACCOUNT: is needed');
    expect(told).not.toContain('sec ret');
  });

  it('refuses a replay in several processes, which would each have a time of their own', () => {
    const several = {
      FAIRLOT_ROLES: 'market',
      FAIRLOT_NATS_URL: 'nats://127.0.0.1:4222',
      DATABASE_URL: 'postgres://127.0.0.1/x',
    };
    expect(accepted({ ...several, FAIRLOT_FEED: 'simulated' }).cluster?.roles).toEqual(new Set(['market']));
    expect(problems({ ...several, FAIRLOT_FEED: 'replay:/ticks' })).toEqual([
      'FAIRLOT_FEED: a replay has a time of its own, which several processes do not share.',
    ]);
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
    ['FAIRLOT_FEED', 'kraken,'],
    ['FAIRLOT_FEED', 'kraken,kraken'],
    ['FAIRLOT_FEED', 'simulated,kraken'],
    ['FAIRLOT_FEED', 'kraken,replay:/ticks'],
    ['FAIRLOT_KRAKEN_URL', 'https://ws.kraken.com'],
    ['FAIRLOT_BINANCE_REST_URL', 'api.binance.com'],
    ['FAIRLOT_COINBASE_URL', 'wss://ws.example.com/#live'],
    ['FAIRLOT_OANDA_ENV', 'demo'],
    ['FAIRLOT_OANDA_TOKEN', 'two words'],
    ['FAIRLOT_OANDA_TOKEN_FILE', '/no/such/file'],
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
    ['FAIRLOT_LOG_LEVEL', 'silent'],
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

  it.each([
    ['127.0.0.1/fairlot', 'local'],
    ['[::1]:5432/fairlot', 'local'],
    ['localhost/fairlot?sslmode=disable', 'local'],
    ['%2Fvar%2Frun%2Fpostgresql/fairlot', 'local'],
    ['/fairlot?host=/var/run/postgresql', 'local'],
    ['db.example.com/fairlot?sslmode=verify-full', 'verified'],
    ['db.example.com/fairlot?sslmode=verify-full&sslrootcert=/etc/ca.pem', 'verified'],
    ['db.example.com/fairlot?sslmode=require', 'verified'],
    ['db.example.com/fairlot?sslmode=require&uselibpqcompat=true', 'unverified'],
    ['db.example.com/fairlot?sslmode=no-verify', 'unverified'],
    ['10.0.0.5/fairlot?sslmode=disable', 'off'],
    ['db.example.com/fairlot?sslmode=verify-full&sslmode=disable', 'off'],
    ['127.0.0.1/fairlot?host=db.example.com', undefined],
    ['db.example.com/fairlot', undefined],
    ['db.example.com/fairlot?ssl=true', undefined],
    ['db.example.com/fairlot?sslmode=prefer', undefined],
    ['db.example.com/fairlot?sslmode=allow', undefined],
    ['localhost.example.com/fairlot', undefined],
    ['10.0.0.5/fairlot?sslmode=verify', undefined],
  ])('takes the database %s as %s', (rest, tls) => {
    const url = `postgresql://fairlot:hunter2@${rest}`;
    if (tls === undefined) {
      expect(problems({ DATABASE_URL: url })).toEqual([expect.stringMatching(/^DATABASE_URL: .*sslmode=verify-full/)]);
      expect(problems({ DATABASE_URL: url }).join()).not.toContain('hunter2');
    } else expect(accepted({ DATABASE_URL: url }).database.tls).toBe(tls);
  });

  it('asks TLS of the owner’s way to the database too, and names the worse of the two', () => {
    const [local, remote] = ['postgresql://a:b@127.0.0.1/fairlot', 'postgresql://a:b@db.example.com/fairlot'];
    const both = (owner: string) => ({ DATABASE_URL: local, FAIRLOT_DATABASE_OWNER_URL: owner });
    expect(problems(both(remote))[0]).toMatch(/^FAIRLOT_DATABASE_OWNER_URL: /);
    expect(accepted(both(`${remote}?sslmode=disable`)).database.tls).toBe('off');
    expect(problems({ FAIRLOT_DATABASE_OWNER_URL: local })[0]).toMatch(/needs DATABASE_URL/);
  });

  it('sends mail and SMS to other machines by TLS only', () => {
    expect(accepted(mail('smtp://127.0.0.1:1025')).messages.smtpNeedsTls).toBe(false);
    expect(accepted(mail('smtp://mail.example.com')).messages.smtpNeedsTls).toBe(true);
    expect(accepted(mail('smtp://mail.example.com?name=us&tls.servername=mx.example.com')).messages.smtpNeedsTls).toBe(
      true,
    );
    for (const weak of ['ignoreTLS=true', 'requireTLS=false', 'tls.rejectUnauthorized=false', 'opportunisticTLS=true'])
      expect(problems(mail(`smtp://user:hunter2@mail.example.com?${weak}`))).toEqual([
        expect.stringMatching(/^FAIRLOT_SMTP_URL: must not change how TLS is used/),
      ]);
    expect(accepted({ FAIRLOT_SMS_URL: 'http://localhost:9/send' }).messages.smsUrl).toBe('http://localhost:9/send');
    expect(problems({ FAIRLOT_SMS_URL: 'http://sms.example.com/send' })).toEqual([
      expect.stringMatching(/^FAIRLOT_SMS_URL: must be https/),
    ]);
  });

  it('never repeats a database URL, because it contains a password', () => {
    const [problem] = problems({ DATABASE_URL: 'mysql://root:hunter2@db/x' });
    expect(problem).toMatch(/^DATABASE_URL:/);
    expect(problem).not.toContain('hunter2');
  });
});
