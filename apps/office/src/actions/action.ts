import { randomKey } from '@fairlot/client';
import type { StaffInput, StaffOutput } from '@fairlot/client';
import type { StaffCallName } from '@fairlot/contract';
import type { ReactNode } from 'react';
import { create } from 'zustand';
import { z } from 'zod/mini';
import { readStored, writeStored } from '../shared/persisted.ts';
import type { Field, Values } from './fields.ts';
import { KeyKeeper } from './key-keeper.ts';

/** A line of what an action is about: a label and a figure or a name. */
export interface Figure {
  readonly label: string;
  readonly value: ReactNode;
}

/** A change that somebody is about to ask for. Its dialog shows what it will do, asks for what is missing, and sends it. */
export interface Action<N extends StaffCallName> {
  readonly call: N;
  readonly title: string;
  readonly figures?: readonly Figure[];
  /** What follows from it, in a sentence. */
  readonly text?: string;
  readonly fields?: readonly Field[];
  /** Values of the record that is edited: the dialog then shows what changes before it sends anything. */
  readonly initial?: Values;
  /** The call's input, from what the fields give. */
  readonly input: (given: Readonly<Record<string, unknown>>) => StaffInput<N>;
  readonly confirmLabel: string;
  readonly critical?: boolean;
  readonly onDone?: (output: StaffOutput<N>) => void;
}

interface Pending {
  readonly action: Action<StaffCallName> | null;
  readonly open: boolean;
  /** Counts the dialogs, so that each starts anew. */
  readonly number: number;
}

export const useAction = create<Pending>(() => ({ action: null, open: false, number: 0 }));

/** Opens the dialog of an action. */
export function startAction<N extends StaffCallName>(action: Action<N>): void {
  useAction.setState(({ number }) => ({
    action: action as unknown as Action<StaffCallName>,
    open: true,
    number: number + 1,
  }));
}

const KEYS = 'fairlot.office.keys';
const stored = z.record(z.string(), z.string());

/** Keys of changes whose outcome is not known yet; as long as the tab lives. */
export const keeper = new KeyKeeper(
  {
    read: () => {
      const parsed = stored.safeParse(readStored(sessionStorage, KEYS));
      return parsed.success ? parsed.data : {};
    },
    write: (keys) => writeStored(sessionStorage, KEYS, keys),
  },
  randomKey,
);
