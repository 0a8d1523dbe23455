import type { ChartPeriod, Side } from '@fairlot/domain';
import { useEffect, useRef } from 'react';
import { create } from 'zustand';

/** A shortcut's command to the trade screen. None of them sends an order. */
export type TradeCommand =
  | { readonly do: 'pick' }
  | { readonly do: 'write'; readonly side: Side }
  | { readonly do: 'period'; readonly period: ChartPeriod }
  | { readonly do: 'fullScreen' };

const useCommand = create<{ readonly command: TradeCommand | null }>(() => ({ command: null }));

/** Sends a command to the trade screen, which runs it as soon as it is mounted. */
export function commandTrade(command: TradeCommand): void {
  useCommand.setState({ command });
}

/** Receives commands on the trade screen; each is run once. */
export function useTradeCommand(run: (command: TradeCommand) => void): void {
  const command = useCommand((store) => store.command);
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (command === null) return;
    useCommand.setState({ command: null });
    latest.current(command);
  }, [command]);
}
