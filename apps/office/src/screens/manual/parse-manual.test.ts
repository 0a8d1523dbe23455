import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FIRST_STEP_PLACES } from '../../shared/manual/first-step-places.ts';
import { REMEDIES } from '../../shared/manual/remedies.ts';
import { parseManual } from './parse-manual.ts';

const words = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
const manual = readFileSync(new URL('../../../../../docs/operations.md', import.meta.url), 'utf8');

describe('the manual', () => {
  it('keeps every word of the file', () => {
    const shown = JSON.stringify(parseManual(manual).map((block) => textsOf(block)));
    // Targets of links and marks of code are not shown.
    const written = manual
      .replaceAll(/\]\([^)]*\)/g, ']')
      .replaceAll(/^\s*```\w*$/gm, '')
      .replaceAll(/^\s*\d+\.\s/gm, '');
    expect(words(shown.replaceAll('\\n', ' '))).toEqual(words(written));
  });

  it('has the section that each trouble of the server and each first step leads to', () => {
    const sections = new Set(parseManual(manual).flatMap((block) => (block.kind === 'heading' ? [block.id] : [])));
    const places = Object.values(FIRST_STEP_PLACES).flatMap((place) => /^\/manual\/(.+)$/.exec(place)?.[1] ?? []);
    expect([...Object.values(REMEDIES), ...places].filter((section) => !sections.has(section))).toEqual([]);
  });

  it('reads lists, tables, code and links', () => {
    expect(
      parseManual(
        '# A b\n\n1. see [b](#b), [c](c.md) and **`x`**\n   ```sh\n   run *x*\n   ```\n2. next\n\n| a | b |\n|---|---|\n| c | d |',
      ),
    ).toEqual([
      { kind: 'heading', level: 1, id: 'a-b', text: 'A b' },
      {
        kind: 'list',
        start: 1,
        items: [
          [
            { kind: 'text', text: 'see ' },
            { kind: 'link', target: '#b', parts: [{ kind: 'text', text: 'b' }] },
            { kind: 'text', text: ', ' },
            { kind: 'text', text: 'c' },
            { kind: 'text', text: ' and ' },
            { kind: 'strong', parts: [{ kind: 'code', text: 'x' }] },
          ],
        ],
      },
      { kind: 'code', text: 'run *x*' },
      { kind: 'list', start: 2, items: [[{ kind: 'text', text: 'next' }]] },
      {
        kind: 'table',
        rows: [
          [[{ kind: 'text', text: 'a' }], [{ kind: 'text', text: 'b' }]],
          [[{ kind: 'text', text: 'c' }], [{ kind: 'text', text: 'd' }]],
        ],
      },
    ]);
  });
});

/** All texts of a parsed part, in their order. */
function textsOf(part: unknown): unknown {
  if (Array.isArray(part)) return part.map((each) => textsOf(each));
  if (typeof part !== 'object' || part === null) return '';
  return Object.entries(part).map(([name, value]) =>
    name === 'text' ? value : ['parts', 'items', 'rows'].includes(name) ? textsOf(value) : '',
  );
}
