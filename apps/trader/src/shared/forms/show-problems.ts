import { flushSync } from 'react-dom';

/**
 * Marks the errors of a form and focuses the first invalid field, which may be far above the submit button on a phone.
 */
export function showProblems(form: HTMLFormElement, mark: () => void): void {
  // Renders the marks synchronously, so that the query below finds them.
  flushSync(mark);
  form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
}
