export { Disagreement, runSimulation } from './simulation.ts';
export type { EngineMaker, SimulationOptions } from './simulation.ts';
export type { Report } from './report.ts';
export { Random } from './random.ts';
export { Auditor } from './auditor/auditor.ts';
export type { Books } from './auditor/books.ts';
export { compareAccounts } from './compare.ts';
export { rowText } from './row-text.ts';
