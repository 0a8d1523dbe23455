import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { renderSVG } from 'uqr';

export interface QrCodeProps {
  readonly text: string;
  /** Edge in pixels. */
  readonly size: number;
  /** What it leads to, for those who do not see it. */
  readonly label: string;
}

/** A QR code with high error correction; dark on white in every theme, because cameras expect it so. */
export function QrCode({ text, size, label }: QrCodeProps): ReactNode {
  const picture = useMemo(
    () => `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { ecc: 'H', border: 2 }))}`,
    [text],
  );
  return <img src={picture} alt={label} width={size} height={size} className="rounded-control" />;
}
