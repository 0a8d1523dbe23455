import { describe, expect, it } from 'vitest';
import { REQUIREMENTS, asvsProblems } from './asvs-table.ts';

const row = (number: string, verdict = 'met', evidence = '`there.test.ts`'): string =>
  `| ${number} | words | ${verdict} | ${evidence} |`;
const table = (rows: readonly string[]): string => ['## ASVS 5.0', '', ...rows, '', '## More', row('9.9.9')].join('\n');
const problems = (rows: readonly string[]): string[] =>
  asvsProblems(table(rows), (path) => path === 'apps/server/tests/there.test.ts');
const all = REQUIREMENTS.map((number) => row(number));

const withFirst = (verdict: string, evidence: string) => problems([row('1.1.1', verdict, evidence), ...all.slice(1)]);

describe('the table of ASVS', () => {
  it('has all 253 requirements of levels 1 and 2, and those of level 3 on money and approvals', () => {
    const level3 =
      '1.2.10 2.3.5 2.4.2 4.1.5 6.3.5 6.3.7 6.4.6 6.5.6 7.5.3 8.1.3 8.1.4 8.2.4 8.3.2 8.4.2 14.2.6 15.4.1 15.4.2 15.4.3';
    expect(REQUIREMENTS).toEqual(expect.arrayContaining(level3.split(' ')));
    expect(new Set(REQUIREMENTS).size).toBe(253 + level3.split(' ').length);
    expect(problems(all)).toEqual([]);
  });

  it('has each number once and in order', () => {
    expect(problems(all.slice(1))).toEqual(['1.1.1 is missing']);
    expect(problems([...all, row('1.1.1')])).toEqual(['1.1.1 is there twice']);
    expect(problems([...all, row('1.1.3')])).toEqual(['1.1.3 is no requirement of the table']);
    expect(problems(all.toReversed())).toEqual(['the rows are not in order']);
  });

  it('names evidence that exists, or a reason', () => {
    expect(withFirst('met', '`gone.test.ts`')).toEqual(['1.1.1: gone.test.ts does not exist']);
    expect(withFirst('met', 'surely')).toEqual(['1.1.1: met without a test, source or text']);
    expect(withFirst('n/a', '')).toEqual(['1.1.1: has no reason']);
    expect(withFirst('n/a', 'there is no XML anywhere')).toEqual([]);
    expect(withFirst('perhaps', '`there.test.ts`')).toEqual(['1.1.1: "perhaps" is no verdict']);
  });
});
