import { isolate } from '@fairlot/i18n';
import { useText } from '../../../shared/language/language.ts';
import type { Problem } from './problem.ts';

/** Formats a problem in the visitor's language. */
export function useProblemText(): (problem: Problem) => string {
  const t = useText();
  return ({ key, value }) => t(`trade.problem.${key}`, value === undefined ? {} : { value: isolate(value) });
}
