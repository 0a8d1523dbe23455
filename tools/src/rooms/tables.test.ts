import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

interface Rule {
  readonly name: string;
  readonly to: { readonly pathNot?: string | readonly string[] };
}

const { forbidden } = createRequire(import.meta.url)(join(ROOT, '.dependency-cruiser.cjs')) as {
  readonly forbidden: readonly Rule[];
};
const document = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');

/** Rooms that a rule lets its own room import, sorted; `prefix` leads the rule's paths. */
function allowedBy(rule: string, prefix: string, own: string): readonly string[] {
  const found = forbidden.find(({ name }) => name === rule);
  if (found === undefined) throw new Error(`.dependency-cruiser.cjs has no rule ${rule}`);
  return [found.to.pathNot ?? []]
    .flat()
    .map((path) => path.replace(new RegExp(`^\\^${prefix}`), '').replace(/\/$/, ''))
    .filter((room) => room !== own)
    .sort();
}

/** First and last cells of the rows whose first cell is one room, such as `packages/web` or `http/`. */
function rowsOf(heading: string): ReadonlyMap<string, string> {
  const section = document.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return new Map(
    [...section.matchAll(/^\| `([a-z0-9/]+?)\/?` \|.*\| ([^|]+) \|$/gm)].map(([, room = '', allowed = '']) => [
      room,
      allowed,
    ]),
  );
}

const WORKSPACES = rowsOf('Workspaces');
const SERVER = rowsOf("The server's rooms");
const listed = (cell: string): readonly string[] => cell.split(/, /).sort();

it('finds both tables', () => {
  expect(WORKSPACES.size).toBe(12);
  expect(SERVER.size).toBe(15);
});

it.each([...WORKSPACES])('the document grants %s what the rules grant it', (room, cell) => {
  const expected = allowedBy(`room-${room.replace('/', '-')}`, '', room).map((path) => path.replace('packages/', ''));
  expect(/^(nothing|no workspace)$/.test(cell) ? [] : listed(cell)).toEqual(expected);
});

it.each([...SERVER].filter(([room]) => room !== 'composition'))(
  'the document grants %s of the server what the rules grant it',
  (room, cell) => {
    const expected = allowedBy(`server-${room}`, 'apps/server/src/', room);
    const everyRoomAbove = [...SERVER.keys()].slice(0, [...SERVER.keys()].indexOf(room)).sort();
    const stated = cell === 'no other room' ? [] : cell === 'every room above' ? everyRoomAbove : listed(cell);
    expect(stated).toEqual(expected);
  },
);
