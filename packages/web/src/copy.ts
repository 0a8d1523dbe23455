/**
 * Copies a text; false if the browser refuses. Falls back to a selection, because pages without HTTPS have no clipboard
 * API.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  field.className = 'sr-only';
  // An open dialog takes the focus away from everything outside it.
  (focused?.closest('[role="dialog"]') ?? document.body).append(field);
  field.select();
  // Deprecated, but the only way without HTTPS.
  const done = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
