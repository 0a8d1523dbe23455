import { uptime } from 'node:os';

/** The wall clock in epoch milliseconds. The market has its own clock (MarketData.now). */
export type Clock = () => number;

export const wallClock: Clock = () => Date.now();

/** The clocks of a machine, in milliseconds. */
export interface MachineClocks {
  readonly wall: Clock;
  /** Never set; may stand still while the machine is suspended. */
  readonly monotonic: Clock;
  /** Never set; counts suspensions too. Slower to read and coarser. */
  readonly uptime: Clock;
}

export const machineClocks: MachineClocks = {
  wall: wallClock,
  monotonic: () => performance.now(),
  uptime: () => uptime() * 1000,
};

/** The clocks of a test that moves its wall clock: all of them follow it, so that its jumps are time that passes. */
export function clocksOf(wall: Clock): MachineClocks {
  return wall === wallClock ? machineClocks : { wall, monotonic: wall, uptime: wall };
}
