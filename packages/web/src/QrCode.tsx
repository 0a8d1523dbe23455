import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { renderSVG } from 'uqr';

export interface QrCodeProps {
  readonly text: string;
  /** Edge length in pixels. */
  readonly size: number;
  /** Text alternative for screen readers. */
  readonly label: string;
  /** Error correction: `H` tolerates dirt and bad light, `L` has the largest dots. Default: `H`. */
  readonly correction?: 'L' | 'M' | 'H';
}

/** A QR code. It is dark on white in every theme, because cameras expect that. */
export function QrCode({ text, size, label, correction = 'H' }: QrCodeProps): ReactNode {
  const picture = useMemo(
    () => `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { ecc: correction, border: 2 }))}`,
    [text, correction],
  );
  return <img src={picture} alt={label} width={size} height={size} className="rounded-control" />;
}
