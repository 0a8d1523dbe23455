/** Copies a text; false if the browser refuses. Uses a selection where pages without HTTPS have no clipboard API. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  field.className = 'sr-only';
  document.body.append(field);
  field.select();
  // Deprecated, but the only way without HTTPS.
  const done = document.execCommand('copy');
  field.remove();
  return done;
}
