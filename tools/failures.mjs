// node tools/failures.mjs <report of vitest, JSON>: a line or two for each test that failed or was skipped, and for each
// file that could not run.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const MESSAGE_LINES = 14;
const MESSAGE_LENGTH = 2000;
/** The line with which a journey reports what its pages showed; it stands behind a stack of any length. */
const PAGE = /^\s*A page of the failed journey/u;

const shortened = (message) =>
  message
    // Colours of the terminal.
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/\u001B\[[0-9;]*m/gu, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .filter((line, index) => index < MESSAGE_LINES || PAGE.test(line))
    .map((line) => `    ${line.trim()}`)
    .join('\n')
    .slice(0, MESSAGE_LENGTH);

const [report = ''] = process.argv.slice(2);
if (!existsSync(report) || readFileSync(report, 'utf8') === '') {
  console.log('failed: the test runner wrote no report');
} else {
  for (const file of JSON.parse(readFileSync(report, 'utf8')).testResults) {
    const name = relative(process.cwd(), file.name);
    if (file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'))
      console.log(`failed: ${name}, as a whole\n${shortened(file.message ?? '')}`);
    for (const { fullName, status, failureMessages } of file.assertionResults) {
      if (status === 'failed')
        console.log(`failed: ${name}: ${fullName}\n${shortened((failureMessages ?? []).join('\n'))}`);
      if (status === 'skipped' || status === 'pending') console.log(`skipped: ${name}: ${fullName}`);
    }
  }
}
