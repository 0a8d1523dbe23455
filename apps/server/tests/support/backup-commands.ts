import { fork } from 'node:child_process';
import { once } from 'node:events';
import { bundle } from '../../../../tools/bundle.mjs';
import type { Guard } from '../../../../tools/src/testing/guard.ts';
import { withoutSettings } from '../../../../tools/src/testing/without-settings.ts';

/** Starts the commands of backups as their npm scripts do, with settings that each start may change. */
export async function backupCommands(guards: Guard, settings: Readonly<Record<string, string>>) {
  const programs = {
    backup: await bundle('apps/server/src/backup.ts'),
    restore: await bundle('apps/server/src/restore.ts'),
  };
  return function launch(
    name: keyof typeof programs,
    options: readonly string[],
    more: Readonly<Record<string, string>> = {},
  ) {
    const child = fork(programs[name], options, {
      env: { ...withoutSettings(process.env), ...settings, ...more },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    if (child.pid !== undefined) guards.add('pid', child.pid);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString('utf8');
      });
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
    return { child, ended };
  };
}
