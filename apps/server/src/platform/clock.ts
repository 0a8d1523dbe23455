/** The wall clock in epoch milliseconds. The market has its own clock (MarketData.now). */
export type Clock = () => number;

export const wallClock: Clock = () => Date.now();
