import { MINUTE_MS } from '@fairlot/domain';
import type { DownloadedFile } from '@fairlot/client';

/** Saves a downloaded file on the device. */
export function saveFile({ name, content }: DownloadedFile): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the URL only after the click.
  setTimeout(() => URL.revokeObjectURL(url), MINUTE_MS);
}
