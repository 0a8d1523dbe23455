import type { ClientCommand } from '../index.ts';

/** A client's command without the fields that every command has. */
export type UnkeyedCommand = ClientCommand extends infer C
  ? C extends ClientCommand
    ? Omit<C, 'time' | 'key' | 'account'>
    : never
  : never;
