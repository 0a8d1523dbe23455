export { CopyDisagreement } from './auditor.ts';
export { simulateCopying } from './simulation.ts';
export type { BreakableRules, CopyReport, CopySimulationOptions } from './simulation.ts';
