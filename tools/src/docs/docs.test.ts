import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '../house/files.ts';
import { decisionOf, headingProblems, indexRows, oneSidedRelations } from './decisions.ts';
import { anchorsOf, brokenLinks, localLinks } from './links.ts';

const ROOT = join(import.meta.dirname, '../../..');
const documents = new Map(
  filesUnder(ROOT, /\.md$/).map((file): [string, string] => [file, readFileSync(join(ROOT, file), 'utf8')]),
);

describe('links in Markdown', () => {
  it('lead to existing files and anchors', () => {
    expect(brokenLinks(documents, (path) => existsSync(join(ROOT, path)))).toEqual([]);
    expect([...documents.values()].flatMap(localLinks).length).toBeGreaterThan(50);
  });

  it.each([
    ['a missing file', '[x](none.md)', 'none.md'],
    ['a missing anchor', '[x](other.md#none)', 'other.md#none'],
    ['a missing anchor of the same file', '[x](#none)', '#none'],
    ['a file outside the repository', '[x](../../other.md)', '../../other.md'],
    ['a missing image', '![x](none.png "title")', 'none.png'],
    ['a missing reference', '[x]: none.md', 'none.md'],
    ['a missing source', '<img src="none.png">', 'none.png'],
  ])('are broken with %s', (_, text, target) => {
    const files = new Map([
      ['docs/page.md', text],
      ['docs/other.md', '# Other'],
    ]);
    expect(brokenLinks(files, (path) => files.has(path))).toEqual([`docs/page.md: ${target}`]);
  });

  it('ignore other sites, pages of the forge, and code', () => {
    const text =
      '[a](https://example.com) `[b](none.md)`\n\n```md\n[c](none.md)\n```\n[d](mailto:x@example.com) [e](../../compare/v1...v2)\n';
    expect(localLinks(text)).toEqual([]);
  });

  it('find headings by the anchors of GitHub', () => {
    const text = '# `verify`, and how\n\n## A.B (c)\n\n## Twice\n\n## Twice\n\n```\n# code\n```\n\n<a id="own"></a>\n';
    expect([...anchorsOf(text)].sort()).toEqual(['ab-c', 'own', 'twice', 'twice-1', 'verify-and-how']);
  });
});

describe('decision records', () => {
  const records = [...documents]
    .filter(([file]) => /^docs\/adr\/\d{4}-[a-z0-9-]+\.md$/.test(file))
    .map(([file, text]) => ({ file: file.replace('docs/adr/', ''), text }))
    .sort((one, other) => (one.file < other.file ? -1 : 1));
  const decisions = records.map(({ file, text }) => decisionOf(file, text));

  it.each(records)('$file follows the template', ({ file, text }) => {
    expect(decisionOf(file, text)?.number).toBe(Number(file.slice(0, 4)));
    expect(headingProblems(text)).toEqual([]);
  });

  it('are numbered without gaps', () => {
    expect(decisions.map((decision) => decision?.number)).toEqual(decisions.map((_, index) => index + 1));
  });

  it('are in the index with the same title and status', () => {
    expect(indexRows(documents.get('docs/adr/README.md') ?? '')).toEqual(decisions);
  });

  it('name every amended or superseded record on both sides', () => {
    expect(oneSidedRelations(decisions.filter((decision) => decision !== undefined))).toEqual([]);
  });

  it('are recognised only with title, status and date', () => {
    const good = '# 3. Title\n\nStatus: accepted · 2026-11-20 · amends [2](0002-x.md)\n\n## Context\n';
    expect(decisionOf('0003-x.md', good)).toMatchObject({ number: 3, status: 'accepted · amends [2](0002-x.md)' });
    for (const bad of ['Status: accepted', 'Status: agreed · 2026-11-20', '**Context.**'])
      expect(decisionOf('0003-x.md', `# 3. Title\n\n${bad}\n\n## Context\n`)).toBeUndefined();
  });

  it('need their headings in order', () => {
    expect(headingProblems('## Context\n\n## Decision\n\n## Consequences\n')).toEqual([]);
    expect(headingProblems('## Context\n\n## Decision\n\n## Consequences\n\n## Alternatives\n')).toEqual([]);
    expect(headingProblems('## Context\n\n## Consequences\n')).toHaveLength(1);
    expect(headingProblems('## Decision\n\n## Context\n\n## Consequences\n')).toHaveLength(1);
  });

  it('relate one-sidedly if only one names the other', () => {
    const one = { file: '', title: '', number: 1, status: 'accepted · superseded by [2](x.md)' };
    const two = { file: '', title: '', number: 2, status: 'accepted' };
    expect(oneSidedRelations([one, two])).toEqual(['1 superseded by 2']);
    expect(oneSidedRelations([one, { ...two, status: 'accepted · supersedes [1](x.md)' }])).toEqual([]);
  });
});
