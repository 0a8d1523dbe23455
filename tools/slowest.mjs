// A reporter of the test runner: lists, at the end of a run, how long each project took and its slowest files. A file
// above its budget is marked, not failed: a busy machine is no defect.
import { relative } from 'node:path';

/** Seconds that a file may take on two quiet cores, by project. A longer one keeps a worker when the others are done. */
const BUDGETS = { unit: 10, server: 30, e2e: 45 };
const LISTED = 5;
const LEAST_FILES = 20;

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

export default class Slowest {
  #projects = new Map();
  #began = new Map();

  onTestModuleStart(module) {
    this.#began.set(module, performance.now());
  }

  onTestModuleEnd(module) {
    const now = performance.now();
    const { collectDuration, setupDuration, duration } = module.diagnostic();
    const { name } = module.project;
    const project = this.#projects.get(name) ?? { began: this.#began.get(module) ?? now, ended: now, files: [] };
    project.ended = now;
    project.files.push({
      path: relative(process.cwd(), module.moduleId),
      ms: collectDuration + setupDuration + duration,
      importMs: collectDuration,
    });
    this.#projects.set(name, project);
  }

  onTestRunEnd() {
    // A run of a few files shows their times anyway.
    const files = [...this.#projects.values()].reduce((sum, project) => sum + project.files.length, 0);
    if (files < LEAST_FILES) return;
    for (const [name, project] of this.#projects) {
      const sum = (key) => project.files.reduce((total, file) => total + file[key], 0);
      console.log(
        `\n${name}: ${project.files.length} files in ${seconds(project.ended - project.began)}; ` +
          `${seconds(sum('ms'))} of all workers, ${seconds(sum('importMs'))} of them to load modules`,
      );
      const budgetMs = (BUDGETS[name] ?? Number.POSITIVE_INFINITY) * 1000;
      for (const { path, ms } of project.files.toSorted((one, other) => other.ms - one.ms).slice(0, LISTED))
        console.log(`  ${seconds(ms).padStart(8)}  ${path}${ms > budgetMs ? ` (budget: ${seconds(budgetMs)})` : ''}`);
    }
  }
}
