import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedData } from '../../shared-data.testkit.ts';

const path = (name: string): string => join(sharedData(), 'venues', name);

/** True when a recorded session of a venue is at hand. It stays outside of the repository. */
export function hasRecording(name: string): boolean {
  return existsSync(path(name));
}

/** The messages that a client received in a recorded session, without their times of arrival. */
export function recordedMessages(name: string): readonly string[] {
  return readFileSync(path(name), 'utf8')
    .split('\n')
    .flatMap((line) => /^\d+\.\d+: (\{.*)$/.exec(line)?.[1] ?? []);
}
