/** Longest edge in px of the images that the server stores. */
const LONGEST_EDGE = 2400;
const QUALITY = 0.88;
/** Files up to this size are sent unchanged. */
const SMALL_BYTES = 600_000;
/** Image types that the server accepts. */
const SENDABLE = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** Scales a size down so that neither edge exceeds the longest edge. */
export function fitted(width: number, height: number): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, LONGEST_EDGE / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Scales a photo down to the size that the server stores, upright and without metadata, because phone photos are slow
 * to send over mobile networks. A file that the browser cannot decode is sent unchanged; the server decides.
 */
export async function shrink(file: Blob): Promise<Blob> {
  if (file.size <= SMALL_BYTES && SENDABLE.has(file.type)) return file;
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const { width, height } = fitted(bitmap.width, bitmap.height);
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d');
    if (context === null) return file;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.drawImage(bitmap, 0, 0, width, height);
    bitmap.close();
    return await new Promise<Blob>((resolve) => {
      canvas.toBlob((blob) => resolve(blob ?? file), 'image/jpeg', QUALITY);
    });
  } catch {
    return file;
  }
}
