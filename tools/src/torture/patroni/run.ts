import { NatsMissingError } from '../../cluster/nats-process.ts';
import { type PatroniCluster, planCluster } from '../../patroni/patroni-cluster.ts';
import { PatroniMissingError, keepsToKey, patroniVersion } from '../../patroni/programs.ts';
import { closeFolder, openFolder } from '../folder.ts';
import { FAILURES, failureOf } from './failures.ts';
import type { Installation, PatroniSettings } from './installation.ts';
import { planServer } from './one-server.ts';
import { playRound } from './rounds.ts';
import { planProcesses } from './several-processes.ts';
import { BACK_GOAL_MS, type RoundFigures, seconds, summaryOf } from './summary.ts';

const EXIT_UNABLE = 2;

/**
 * `npm run torture -- --patroni`: members of a Patroni cluster in strict synchronous mode fail under load, round after
 * round, under one server or under several processes. After each round no acknowledged command may be lost or executed
 * twice, deposits and withdrawals must be as they were told, and verify must pass.
 */
export async function runPatroni(settings: PatroniSettings): Promise<number> {
  const { say, drill } = settings;
  if (drill !== undefined && !(drill in FAILURES)) {
    say(`unknown drill: ${drill}. Known: ${Object.keys(FAILURES).join(', ')}`);
    return EXIT_UNABLE;
  }
  const folder = openFolder('patroni');
  const problems: string[] = [];
  const rounds: RoundFigures[] = [];
  let cluster: PatroniCluster | undefined;
  let installation: Installation | undefined;
  let isUnable = false;
  try {
    cluster = await planCluster(folder);
    await cluster.start();
    installation = await (settings.isSplit ? planProcesses : planServer)(cluster, folder, settings);
    const drilled = { cluster, installation, clients: await installation.start() };
    const isSafe = tellVersion(say);
    for (let round = 1; round <= settings.rounds && problems.length === 0; round += 1) {
      const played = await playRound(round, failureOf(round, drill, isSafe), drilled, settings);
      rounds.push(played.figures);
      problems.push(...played.problems);
    }
    problems.push(...(await installation.stop()));
  } catch (error) {
    isUnable = error instanceof PatroniMissingError || error instanceof NatsMissingError;
    if (isUnable) say((error as Error).message);
    else problems.push(`the drill was aborted: ${String(error)}`);
  } finally {
    await installation?.kill();
    await cluster?.stop();
  }
  if (isUnable) {
    closeFolder(folder, false);
    return EXIT_UNABLE;
  }
  return tell({ problems, rounds, folder }, settings);
}

/** True when Patroni respects the key of another primary. */
function tellVersion(say: PatroniSettings['say']): boolean {
  const version = patroniVersion();
  const isSafe = keepsToKey(version);
  if (!isSafe)
    say(
      `${version} loses acknowledged orders when a primary that stood still wakes up: \`frozen\` is left out. Use 3.0.3 or later.`,
    );
  return isSafe;
}

function tell(
  {
    problems,
    rounds,
    folder,
  }: { readonly problems: readonly string[]; readonly rounds: readonly RoundFigures[]; readonly folder: string },
  { say }: PatroniSettings,
): number {
  for (const problem of problems.slice(0, 40)) say(`PROBLEM ${problem}`);
  for (const line of summaryOf(rounds)) say(line);
  say(
    `patroni: ${rounds.length} rounds (goal ${seconds(BACK_GOAL_MS)}); ` +
      (problems.length === 0
        ? 'nothing lost, nothing executed twice, verify passed: PASSED'
        : `${problems.length} problems: FAILED (kept in ${folder})`),
  );
  closeFolder(folder, problems.length > 0);
  return problems.length === 0 ? 0 : 1;
}
