import { readFileSync } from 'node:fs';

/** A row of a rights table; each column holds `yes`, `own` or `–`. */
export interface RightsRow {
  readonly path: string;
  readonly methods: string;
  readonly changes: boolean;
  readonly cells: Readonly<Record<string, string>>;
}

/** Reads the two rights tables of docs/security.md. */
export function readRights(): { readonly users: readonly RightsRow[]; readonly office: readonly RightsRow[] } {
  const text = readFileSync(new URL('../../../../docs/security.md', import.meta.url), 'utf8');
  const [, users = '', office = ''] =
    /### Calls of users\n([\s\S]*?)### Calls of the office\n([\s\S]*?)<!--/.exec(text) ?? [];
  return { users: rowsOf(users), office: rowsOf(office) };
}

function rowsOf(table: string): readonly RightsRow[] {
  const [head = [], ...lines] = table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return lines.map(([call = '', changes, ...cells]) => {
    const [, path = '', methods = ''] = /^`(.+)` (.+)$/.exec(call) ?? [];
    return {
      path,
      methods,
      changes: changes === 'yes',
      cells: Object.fromEntries(cells.map((cell, index) => [head[index + 2] ?? '', cell])),
    };
  });
}
