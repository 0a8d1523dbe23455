import type { ExportedFile } from '@fairlot/client';

/**
 * Saves a file through the browser. CSV starts with a byte order mark, without which spreadsheets do not read UTF-8; in
 * JSON it is not allowed.
 */
export function saveFile({ name, text }: ExportedFile): void {
  const isJson = name.endsWith('.json');
  const parts = isJson ? [text] : ['\uFEFF', text];
  const type = isJson ? 'application/json' : 'text/csv;charset=utf-8';
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
