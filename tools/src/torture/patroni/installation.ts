import type { Place } from '../checks.ts';
import type { TortureClient } from '../client.ts';
import type { MoneyClient } from '../money-client.ts';

export interface PatroniSettings {
  readonly programs: { readonly server: string; readonly verify: string };
  readonly rounds: number;
  /** One failure; undefined: all of them in turn. */
  readonly drill: string | undefined;
  /** True for an installation of several processes over NATS, false for one server. */
  readonly isSplit: boolean;
  readonly instrumentsOf: (url: string) => Promise<number[]>;
  readonly chance: () => number;
  readonly say: (line: string) => void;
}

/** A part of the service, which a failure interrupts. */
export interface ServicePart {
  readonly kind: 'orders' | 'quotes' | 'deposits and withdrawals';
  readonly name: string;
  /** Moments after a moment at which it was seen to work, in order. */
  readonly worked: (since: number) => readonly number[];
  /** More about a part that does not work. */
  readonly state?: () => string;
}

/** The clients of a drill, whose accounts are open. */
export interface DrillClients {
  readonly traders: readonly TortureClient[];
  /** Users who deposit and withdraw. They do not trade, because transfers of orders may have the numbers of withdrawals. */
  readonly money: readonly MoneyClient[];
  /** Rest of those users after a deposit and a withdrawal, in milliseconds. */
  readonly moneyPauseMs: number;
  /** Traders whose deposits before each round are judged too. */
  readonly depositors: readonly MoneyClient[];
  /** Gives the traders money for the next round. */
  readonly fund: () => Promise<void>;
  /** The service is back when all of these work. */
  readonly parts: readonly ServicePart[];
}

/** The processes of Fairlot that use the database which fails. */
export interface Installation {
  readonly place: Place;
  /** Number of shards that clients write to. */
  readonly shards: number;
  /** Starts the processes and opens the accounts of the clients. */
  start(): Promise<DrillClients>;
  /** Waits until all processes serve. Returns the names of those that had to be started again since the last time. */
  settle(): Promise<readonly string[]>;
  /** Problems of the processes, apart from those of the clients. */
  problems(): Promise<string[]>;
  /** Stops the processes in order. Returns what did not end by itself with code 0. */
  stop(): Promise<string[]>;
  /** Ends what still runs. */
  kill(): Promise<void>;
}
