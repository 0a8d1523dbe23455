import { describe, expect, it } from 'vitest';
import { createLog, recordsOf } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  write(createLog('info', { write: (line: string) => void (text += line) }));
  return text;
}

/** An error as PostgreSQL's client throws it. */
const quoted = (message: string): Error =>
  Object.assign(new Error(message), {
    code: '23505',
    detail: 'Key (email)=(harbour@example.com) already exists.',
    where: 'COPY users, line 1: "harbour"',
    parameters: ['harbour'],
    constraint: 'users_email_key',
  });

/** The lines of an ordinary entry and of a record at a level. */
function linesAt(level: string): string {
  let text = '';
  const log = createLog(level, { write: (line: string) => void (text += line) });
  log.info('ordinary');
  recordsOf(log).info({ password: 'harbour' }, 'record');
  return text;
}

describe('the log', () => {
  it('has records at every level but silent, and still masks their secrets', () => {
    for (const level of ['fatal', 'error', 'warn']) {
      expect(linesAt(level)).toContain('"msg":"record"');
      expect(linesAt(level)).not.toMatch(/ordinary|harbour/);
    }
    expect(linesAt('info')).toContain('"msg":"ordinary"');
    expect(linesAt('silent')).toBe('');
  });

  it('keeps an entry on one line, whatever its texts hold', () => {
    const forged = 'a\n{"level":"info","msg":"forged"}\r\n\u2028\u0000b';
    const text = logged((log) => log.info({ browser: forged, [forged]: 1, err: new Error(forged) }, forged));
    expect(text.split(/[\r\n]/)).toHaveLength(2);
    expect(text.endsWith('}\n')).toBe(true);
    expect(JSON.parse(text)).toMatchObject({ browser: forged, [forged]: 1, msg: forged });
  });

  it('masks secrets at any depth', () => {
    const text = logged((log) =>
      log.info(
        {
          a: { b: { c: { password: 'harbour-1', list: [{ token: 'harbour-2' }] } } },
          input: { new_password: 'harbour-3', recoveryCodes: ['harbour-4'] },
          req: { raw: { headers: { cookie: 'harbour-5' } } },
          kept: 'seen',
        },
        'an entry',
      ),
    );
    expect(text).not.toContain('harbour');
    expect(text).toContain('"kept":"seen"');
    expect(text).toContain('[masked]');
  });

  it('leaves out what PostgreSQL quotes of rows and parameters, also of causes', () => {
    const outer = Object.assign(quoted('outer'), { cause: quoted('inner'), nested: { again: quoted('deep') } });
    const text = logged((log) => {
      log.error({ err: outer }, 'a call failed');
      log.error({ problem: quoted('elsewhere') }, 'a call failed');
      log.error(outer);
    });
    expect(text).not.toContain('harbour');
    expect(text).toContain('23505');
    expect(text).toContain('users_email_key');
    expect(text).toContain('elsewhere');
    expect(text).toContain('log.test.ts');
  });
});
