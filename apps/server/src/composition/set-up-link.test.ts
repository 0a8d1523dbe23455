import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SET_UP_LINK_FILE, tellSetUpLink } from './set-up-link.ts';

const LINK = 'http://localhost:3000/office/#/setup?token=secret';
let dataFolder = '';
let file = '';
const logged: string[] = [];
const log = { warn: (fields: object, message: string) => void logged.push(`${JSON.stringify(fields)} ${message}`) };

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'fairlot-link-'));
  file = join(dataFolder, SET_UP_LINK_FILE);
  logged.length = 0;
});
afterEach(() => rmSync(dataFolder, { recursive: true }));

describe('the set-up link', () => {
  it('goes to a terminal and to no file or log', async () => {
    const written: string[] = [];
    await tellSetUpLink(LINK, { dataFolder, terminal: { write: (text: string) => written.push(text) }, log });
    expect(written.join('')).toContain(LINK);
    expect(logged).toEqual([]);
    expect(() => statSync(file)).toThrow('ENOENT');
  });

  it('goes to a private file without a terminal, and the log names the file alone', async () => {
    writeFileSync(file, 'of an earlier start', { mode: 0o644 });
    await tellSetUpLink(LINK, { dataFolder, terminal: undefined, log });
    expect(readFileSync(file, 'utf8')).toBe(`${LINK}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain(file);
    expect(logged[0]).not.toContain('token');
  });

  it('leaves no file once there is an administrator', async () => {
    writeFileSync(file, LINK);
    await tellSetUpLink(undefined, { dataFolder, terminal: undefined, log });
    expect(() => statSync(file)).toThrow('ENOENT');
  });
});
