import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { renderSVG } from 'uqr';

/** A QR code, dark on light in every theme, because readers expect it so. */
export function QrCode({ value, label, size }: { readonly value: string; readonly label: string; readonly size: number }): ReactNode {
  const source = useMemo(() => `data:image/svg+xml,${encodeURIComponent(renderSVG(value, { ecc: 'M', border: 2 }))}`, [value]);
  return <img src={source} alt={label} width={size} height={size} className="rounded-control" />;
}
