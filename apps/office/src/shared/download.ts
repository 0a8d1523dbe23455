import type { ExportedFile } from '@fairlot/client';

/** Hands a file to the browser. Spreadsheets read UTF-8 only where the file says so in its first bytes. */
export function saveFile({ name, text }: ExportedFile): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
