import type { ExportedFile } from '@fairlot/client';

/** Saves a file through the browser. It starts with a byte order mark, without which spreadsheets do not read UTF-8. */
export function saveFile({ name, text }: ExportedFile): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
