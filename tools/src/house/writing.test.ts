import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder } from './files.ts';
import { hiddenSubjects, memberKeywords } from './writing.ts';

const ROOT = join(import.meta.dirname, '../../..');
const sources = filesUnder(ROOT, /\.(?:tsx?|mjs|mts)$/).map((file) => ({
  file,
  text: readFileSync(join(ROOT, file), 'utf8'),
}));

const findAll = (find: (text: string) => string[]): string[] =>
  sources.flatMap(({ file, text }) => find(text).map((found) => `${file}: ${found}`));

describe('the sources', () => {
  it('are found', () => {
    expect(sources.length).toBeGreaterThan(500);
  });

  it('open every comment with its subject', () => {
    expect(findAll(hiddenSubjects)).toEqual([]);
  });

  it('use #name instead of private and protected', () => {
    expect(findAll(memberKeywords)).toEqual([]);
  });
});

describe('hiddenSubjects', () => {
  it.each(['/** What is kept. */', '  // Whether it runs.', ' * Nobody reads it.', '/** Whoever asks, waits. */'])(
    'finds %s',
    (line) => {
      expect(hiddenSubjects(`const before = 1;\n${line}\n`)).toEqual([line.trim()]);
    },
  );

  it.each(['/** Whatever the cause. */', '/** The cache. What it holds. */', "const text = 'What now';"])(
    'accepts %s',
    (line) => {
      expect(hiddenSubjects(line)).toEqual([]);
    },
  );
});

describe('memberKeywords', () => {
  it.each([
    'private count = 0;',
    'private readonly count: number;',
    'protected async run(): Promise<void> {',
    'static private make<T>(): T {',
    'private get size(): number {',
    'private [key]: string;',
    'constructor(private readonly port: number) {}',
    'constructor(port: number, protected host: string) {}',
  ])('finds %s', (line) => {
    expect(memberKeywords(`class Server {\n  ${line}\n}`)).toHaveLength(1);
  });

  it.each([
    'private constructor() {',
    'protected constructor(readonly port: number) {',
    '#count = 0;',
    '// private members are rare',
    '/** A private topic needs a sign-in. */',
    'const isPrivate = (topic: string) => topics.private(topic);',
    "  'private pictures, for staff only',",
  ])('accepts %s', (line) => {
    expect(memberKeywords(`class Server {\n  ${line}\n}`)).toEqual([]);
  });
});
