// A reporter of the test runner: writes the counts of passed and failed tests to the file that FAIRLOT_TEST_REPORT names,
// and then a line or more for each test that failed or was skipped, for each hook or file that failed, and for each error
// outside of them.
import { writeFileSync } from 'node:fs';
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

const textOf = (errors) => shortened(errors.map(({ stack, message }) => stack || message).join('\n'));

/** The lines for a module: its tests, and the errors of its loading and of its hooks. */
function* linesOf(module) {
  const name = relative(process.cwd(), module.moduleId);
  for (const group of [module, ...module.children.allSuites()]) {
    const errors = group.errors();
    if (errors.length > 0)
      yield `failed: ${name}, ${group === module ? 'as a whole' : group.fullName}\n${textOf(errors)}`;
  }
  for (const test of module.children.allTests()) {
    const { state, errors } = test.result();
    if (state === 'failed') yield `failed: ${name}: ${test.fullName}\n${textOf(errors)}`;
    if (state === 'skipped' || state === 'pending') yield `skipped: ${name}: ${test.fullName}`;
  }
}

export default class Failures {
  onTestRunEnd(modules, unhandled) {
    const report = process.env.FAIRLOT_TEST_REPORT;
    if (report === undefined) return;
    const count = (state) => modules.reduce((sum, module) => sum + [...module.children.allTests(state)].length, 0);
    const lines = modules.flatMap((module) => [...linesOf(module)]);
    if (unhandled.length > 0) lines.push(`failed: outside of tests\n${textOf(unhandled)}`);
    writeFileSync(report, [`${count('passed')} ${count('failed')}`, ...lines, ''].join('\n'));
  }
}
