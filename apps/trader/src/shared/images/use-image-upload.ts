import { randomKey } from '@fairlot/client';
import { useRef, useState } from 'react';
import { useApi } from '../services.ts';
import { shrink } from './shrink.ts';

/** An image on its way to the server, or there. */
export interface PickedImage {
  /** What was picked, as it is shown. */
  readonly picture: Blob;
  /** How much has been sent, from 0 to 1. */
  readonly share: number;
  /** The address that stands for it in calls; undefined until the server has it. */
  readonly url: string | undefined;
}

export interface ImageUploadControl {
  readonly picked: PickedImage | undefined;
  readonly pick: (file: File) => void;
  readonly clear: () => void;
}

/** Uploads what is picked. `onUrl` is told its address once it is there, and undefined when it is gone; a failed upload clears it. */
export function useImageUpload(onUrl: (url: string | undefined) => void): ImageUploadControl {
  const api = useApi();
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
        // The page is covered meanwhile, as the specification has it, so that nobody submits half a form.
        spinner: true,
        signal: abort.signal,
        key: randomKey(),
        onProgress: (share) => setPicked((now) => (now?.picture === picture ? { ...now, share } : now)),
      });
      setPicked({ picture, share: 1, url });
      onUrl(url);
    } catch {
      // Why is told by the call itself.
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
