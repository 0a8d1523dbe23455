/**
 * Requirements of OWASP ASVS 5.0.0 by section: the number of those of levels 1 and 2, which come first in each section,
 * and those of level 3 that concern money and approvals.
 */
const SECTIONS =
  '1.1:2 1.2:9,10 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4,5 2.4:1,2 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3,5 4.2:1 4.3:2 4.4:4 ' +
  '5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4,5,7 6.4:4,6 6.5:5,6 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2,3 7.6:2 ' +
  '8.1:2,3,4 8.2:3,4 8.3:1,2 8.4:1,2 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 ' +
  '11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4,6 14.3:3 15.1:3 15.2:3 15.3:7 ' +
  '15.4:0,1,2,3 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2';

/** All requirements that the table must have, in its order. */
export const REQUIREMENTS: readonly string[] = SECTIONS.split(' ').flatMap((entry) => {
  const [section = '', count = ''] = entry.split(':');
  const [upTo = 0, ...level3] = count.split(',').map(Number);
  return [...Array.from({ length: upTo }, (_, index) => index + 1), ...level3].map((number) => `${section}.${number}`);
});

const HEADING = '## ASVS 5.0';
/** Verdicts; all but `met` need a reason in words. */
const VERDICTS: ReadonlySet<string> = new Set(['met', 'proxy', 'operator', 'differs', 'not met', 'n/a']);
const REASON_LENGTH = 15;
const FILE = /\.(tsx?|mjs|md|json|conf|ya?ml|cjs)$/;
/** Folders in which the files of the table are looked up. */
const FOLDERS = ['', 'apps/server/tests/', 'apps/server/src/', 'docs/', 'docs/adr/'];

/** Problems of the table in a document: missing, repeated or unknown numbers, and evidence that does not exist. */
export function asvsProblems(document: string, exists: (path: string) => boolean): string[] {
  const rows = rowsOf(document);
  const numbers = rows.map(({ number }) => number);
  const known = new Set(REQUIREMENTS);
  const seen = new Set<string>();
  const problems = REQUIREMENTS.filter((number) => !numbers.includes(number)).map((number) => `${number} is missing`);
  for (const row of rows) {
    if (!known.has(row.number)) problems.push(`${row.number} is no requirement of the table`);
    if (seen.has(row.number)) problems.push(`${row.number} is there twice`);
    seen.add(row.number);
    problems.push(...problemsOf(row, exists).map((problem) => `${row.number}: ${problem}`));
  }
  if (problems.length === 0 && numbers.join() !== REQUIREMENTS.join()) problems.push('the rows are not in order');
  return problems;
}

interface Row {
  readonly number: string;
  readonly requirement: string;
  readonly verdict: string;
  readonly evidence: string;
}

function rowsOf(document: string): Row[] {
  const from = document.indexOf(`${HEADING}\n`);
  const section = from === -1 ? '' : (document.slice(from + HEADING.length).split('\n## ')[0] ?? '');
  return section.split('\n').flatMap((line) => {
    const [before, numbered = '', requirement = '', verdict = '', evidence = ''] = line
      .split('|')
      .map((cell) => cell.trim());
    const number = /^(\d+\.\d+\.\d+)( \(3\))?$/.exec(numbered)?.[1];
    return before === '' && number !== undefined ? [{ number, requirement, verdict, evidence }] : [];
  });
}

function problemsOf({ requirement, verdict, evidence }: Row, exists: (path: string) => boolean): string[] {
  const named = [...evidence.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text).filter((text) => FILE.test(text));
  const lost = named.filter((path) => !FOLDERS.some((folder) => exists(folder + path)));
  return [
    ...(requirement === '' ? ['has no words'] : []),
    ...(VERDICTS.has(verdict) ? [] : [`"${verdict}" is no verdict`]),
    ...(verdict === 'met' && named.length === 0 && !evidence.includes('](')
      ? ['met without a test, source or text']
      : []),
    ...(verdict !== 'met' && evidence.length < REASON_LENGTH ? ['has no reason'] : []),
    ...lost.map((path) => `${path} does not exist`),
  ];
}
