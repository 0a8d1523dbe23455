import { useCallback } from 'react';
import type { ReactNode } from 'react';

export interface BlobImageProps {
  readonly blob: Blob;
  readonly alt: string;
}

/** Shows a picture from memory. Its object URL works only in this page and is revoked on unmount. */
export function BlobImage({ blob, alt }: BlobImageProps): ReactNode {
  const show = useCallback(
    (element: HTMLImageElement) => {
      const address = URL.createObjectURL(blob);
      element.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [blob],
  );
  return <img ref={show} alt={alt} className="absolute inset-0 size-full bg-sunken object-contain" />;
}
