import { flushSync } from 'react-dom';

/** Marks what is wrong in a form and leads to the first of it: on a phone it may be far above the button that was pressed. */
export function showProblems(form: HTMLFormElement, mark: () => void): void {
  // What is wrong has to be marked before the first of it can be found.
  flushSync(mark);
  form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
}
