import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { existingDatabase } from './place.ts';

const folder = mkdtempSync(join(tmpdir(), 'fairlot-place-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the database of an offline command', () => {
  it('is refused where the server never was, and named where it is', () => {
    expect(() => existingDatabase({ FAIRLOT_DATA_DIR: folder })).toThrow(`no database in the data folder ${folder};`);
    mkdirSync(join(folder, 'postgres'));
    writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '18\n');
    expect(existingDatabase({ FAIRLOT_DATA_DIR: ` ${folder} ` })).toMatchObject({
      dataFolder: folder,
      text: `data folder ${folder}`,
    });
  });

  it('is named without its password', () => {
    const { text } = existingDatabase({
      DATABASE_URL: 'postgresql://fairlot:secret@db.example.com:5433/money?password=secret',
    });
    expect(text).toContain('postgresql://fairlot@db.example.com:5433/money');
    expect(text).not.toContain('secret');
  });
});
