import { useCallback } from 'react';
import type { ReactNode } from 'react';

export interface BlobImageProps {
  readonly blob: Blob;
  readonly alt: string;
}

/** A picture from this page's memory. Its address works in this page alone and is given back with the element. */
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
