import { uniqueKey } from '@fairlot/client';
import { useRef, useState } from 'react';
import { api } from '../services/services.ts';
import { shrink } from './shrink.ts';

/** An image that is being uploaded or has been uploaded. */
export interface PickedImage {
  /** The picture to preview, scaled down. */
  readonly picture: Blob;
  /** Share sent, from 0 to 1. */
  readonly share: number;
  /** URL for use in calls; undefined until the upload is complete. */
  readonly url: string | undefined;
}

export interface ImageUploadControl {
  readonly picked: PickedImage | undefined;
  readonly pick: (file: File) => void;
  readonly clear: () => void;
}

/**
 * Uploads the picked image. `onUrl` gets the URL after the upload, and undefined when the image is removed or the
 * upload fails.
 */
export function useImageUpload(onUrl: (url: string | undefined) => void): ImageUploadControl {
  const [picked, setPicked] = useState<PickedImage>();
  const running = useRef<AbortController>(undefined);

  const clear = (): void => {
    running.current?.abort();
    setPicked(undefined);
    onUrl(undefined);
  };

  const upload = async (file: File, abort: AbortController): Promise<void> => {
    const picture = await shrink(file);
    if (abort.signal.aborted) return;
    setPicked({ picture, share: 0, url: undefined });
    try {
      const { url } = await api.upload('imageUpload', picture, {
        // The specification blocks the page during an upload, so that a form is not submitted without its image.
        spinner: true,
        signal: abort.signal,
        key: uniqueKey(),
        onProgress: (share) => setPicked((now) => (now?.picture === picture ? { ...now, share } : now)),
      });
      setPicked({ picture, share: 1, url });
      onUrl(url);
    } catch {
      // The call itself shows the error.
      if (!abort.signal.aborted) clear();
    }
  };

  return {
    picked,
    clear,
    pick: (file) => {
      clear();
      const abort = new AbortController();
      running.current = abort;
      void upload(file, abort);
    },
  };
}
