import type { ReactNode } from 'react';
import { create } from 'zustand';

export interface Question {
  readonly title: string;
  readonly text?: ReactNode;
  readonly confirmLabel: string;
  /** Default: the catalogue's "Cancel". */
  readonly cancelLabel?: string;
  /** The action ends or destroys something. */
  readonly critical?: boolean;
}

interface Pending {
  readonly question: Question | null;
  readonly open: boolean;
  readonly answer: (yes: boolean) => void;
}

const nobodyAsks = (): void => undefined;

export const useQuestion = create<Pending>(() => ({ question: null, open: false, answer: nobodyAsks }));

/** Asks before an action; true when the visitor agrees. A second question answers the first with no. */
export function confirm(question: Question): Promise<boolean> {
  useQuestion.getState().answer(false);
  return new Promise((resolve) => {
    useQuestion.setState({
      question,
      open: true,
      answer: (yes) => {
        useQuestion.setState({ open: false, answer: nobodyAsks });
        resolve(yes);
      },
    });
  });
}

/** What screens use to ask: `if (await confirm({…}))`. */
export function useConfirm(): typeof confirm {
  return confirm;
}
