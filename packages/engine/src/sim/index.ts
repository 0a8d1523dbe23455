export { Disagreement, runSimulation } from './simulation.ts';
export type { EngineMaker, SimulationOptions } from './simulation.ts';
export type { Report } from './report.ts';
export { Random } from './random.ts';
