import type { Period, Side } from '@fairlot/domain';
import { useEffect, useRef } from 'react';
import { create } from 'zustand';

/** What a shortcut asks of the trade screen. None of these sends anything. */
export type DeskCommand =
  | { readonly do: 'pick' }
  | { readonly do: 'write'; readonly side: Side }
  | { readonly do: 'period'; readonly period: Period }
  | { readonly do: 'fullScreen' };

const useCommand = create<{ readonly command: DeskCommand | null }>(() => ({ command: null }));

/** Asks the trade screen for something; it is done as soon as the screen is there. */
export function commandDesk(command: DeskCommand): void {
  useCommand.setState({ command });
}

/** The trade screen's side: what is asked is taken once. */
export function useDeskCommand(obey: (command: DeskCommand) => void): void {
  const command = useCommand((store) => store.command);
  const latest = useRef(obey);
  useEffect(() => {
    latest.current = obey;
  });
  useEffect(() => {
    if (command === null) return;
    useCommand.setState({ command: null });
    latest.current(command);
  }, [command]);
}
