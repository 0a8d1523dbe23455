import { isolate } from '@fairlot/i18n';
import { useText } from '../shared/text.ts';
import type { Problem } from './problem.ts';

/** Says a problem in the visitor's language. */
export function useProblemText(): (problem: Problem) => string {
  const text = useText();
  return ({ key, value }) => text(`trade.problem.${key}`, value === undefined ? {} : { value: isolate(value) });
}
