export { CopyDisagreement } from './disagreement.ts';
export { simulateCopying } from './simulation.ts';
export type { BreakableRules, CopyReport, CopySimulationOptions } from './simulation.ts';
