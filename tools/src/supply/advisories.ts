// `npm run advisories`: asks the registry for known weaknesses of the parts that a deployment contains. Exit code 1 with
// a high or critical one. Without an answer the check says so and passes, unless FAIRLOT_REQUIRE_ADVISORIES=1.
import { spawnSync } from 'node:child_process';
import { readAudit } from './audit-report.ts';

const ASK = ['audit', '--json', '--omit', 'dev', '--fetch-retries', '0', '--fetch-timeout', '20000'];
const LIMIT_MS = 60_000;

const run = spawnSync('npm', ASK, { encoding: 'utf8', timeout: LIMIT_MS, maxBuffer: 64 * 1024 * 1024 });
const result = readAudit(run.stdout);
if (result === undefined) {
  const isRequired = process.env['FAIRLOT_REQUIRE_ADVISORIES'] === '1';
  console.log('advisories: NOT CHECKED, because the registry did not answer');
  process.exitCode = isRequired ? 1 : 0;
} else {
  for (const { name, severity, title, fix } of result)
    console.log(`${severity.padEnd(8)} ${name}: ${title}${fix ? ' (a fixed version exists)' : ''}`);
  const urgent = result.filter(({ isUrgent }) => isUrgent).length;
  console.log(`advisories: ${result.length} found, ${urgent} of them high or critical`);
  process.exitCode = urgent === 0 ? 0 : 1;
}
