import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BACKUP_KEY_FILE, existingKeysOfFolder, keysOfFolder } from '../security/secrets/key-file.ts';
import { FolderStorage } from './storage/folder-storage.ts';
import { Vault } from './vault.ts';

const folder = mkdtempSync(join(tmpdir(), 'fairlot-vault-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a new first line of backup.key', () => {
  it('seals new objects, while the old line opens the old ones, until it is removed', async () => {
    mkdirSync(join(folder, 'backups'));
    const storage = new FolderStorage(join(folder, 'backups'));
    const file = join(folder, BACKUP_KEY_FILE);
    const vault = async () => new Vault(storage, await existingKeysOfFolder(folder, BACKUP_KEY_FILE));
    await keysOfFolder(folder, BACKUP_KEY_FILE);
    const old = readFileSync(file, 'utf8');
    await (await vault()).put('before', Buffer.from('before the change'));

    const renewed = `${randomBytes(32).toString('base64')}\n`;
    writeFileSync(file, `${renewed}${old}`);
    await (await vault()).put('after', Buffer.from('after the change'));
    const both = await vault();
    expect([String(await both.get('before')), String(await both.get('after'))]).toEqual([
      'before the change',
      'after the change',
    ]);

    writeFileSync(file, renewed);
    const alone = await vault();
    expect(String(await alone.get('after'))).toBe('after the change');
    await expect(alone.get('before')).rejects.toThrow('which is not among yours');
    writeFileSync(file, old);
    await expect((await vault()).get('after')).rejects.toThrow('which is not among yours');
  });
});
