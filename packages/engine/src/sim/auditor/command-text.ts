import type { ClientCommand } from '../../index.ts';

/** A command as text, without the time and key, which differ when it is sent again. */
export function commandText(command: ClientCommand): string {
  const { time: _time, key: _key, ...rest } = command;
  return JSON.stringify(
    Object.entries(rest)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name} ${Array.isArray(value) ? listText(value) : String(value)}`)
      .sort(),
  );
}

/** The records of a list as text. */
function listText(records: readonly object[]): string {
  return records.map((record) => Object.entries(record).join(' ')).join();
}
