import { flushSync } from 'react-dom';

/** Marks what is wrong in a form and leads to the first of it: on a phone it may be far above the button that was pressed. */
export function showProblems(form: HTMLFormElement, mark: () => void): void {
  // What is wrong has to be marked before the first of it can be found.
  flushSync(mark);
  const wrong = [...form.querySelectorAll<HTMLElement>('[aria-invalid=true]')];
  // A field that is not drawn, such as the camera's where there is none, cannot be led to.
  wrong.find((field) => field.getClientRects().length > 0)?.focus();
}
