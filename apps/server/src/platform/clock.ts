/** The wall clock in epoch milliseconds. Market time is the market's own (MarketData.now). */
export type Clock = () => number;

export const wallClock: Clock = () => Date.now();
