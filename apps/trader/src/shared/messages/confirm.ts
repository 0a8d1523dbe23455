import type { ReactNode } from 'react';
import { create } from 'zustand';

export interface Question {
  readonly title: string;
  readonly text?: ReactNode;
  readonly confirmLabel: string;
  /** Default: the catalogue's "Cancel". */
  readonly cancelLabel?: string;
  /** The action is destructive. */
  readonly critical?: boolean;
}

interface Pending {
  readonly question: Question | null;
  /** Number of questions so far. What was typed into one is no part of the next one. */
  readonly count: number;
  readonly open: boolean;
  readonly answer: (yes: boolean) => void;
}

const noQuestion = (): void => undefined;

export const useQuestion = create<Pending>(() => ({ question: null, count: 0, open: false, answer: noQuestion }));

/** Opens the confirm dialog; resolves to true if the visitor agrees. A second question answers the first with false. */
export function confirm(question: Question): Promise<boolean> {
  useQuestion.getState().answer(false);
  return new Promise((resolve) => {
    useQuestion.setState(({ count }) => ({
      question,
      count: count + 1,
      open: true,
      answer: (yes) => {
        useQuestion.setState({ open: false, answer: noQuestion });
        resolve(yes);
      },
    }));
  });
}
