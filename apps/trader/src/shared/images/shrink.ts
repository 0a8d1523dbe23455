/** The server keeps no more of a picture than this. */
const LONGEST_EDGE = 2400;
const QUALITY = 0.88;
/** Files up to this are sent as they are. */
const SMALL_BYTES = 600_000;
/** What the server takes. */
const SENDABLE = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** Width and height that fit the longest edge. */
export function fitted(width: number, height: number): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, LONGEST_EDGE / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * A photo as small as the server would make it, upright and without what the camera wrote into it: phones take far larger
 * ones than a mobile network likes to carry. What this browser can't open is sent as it is, for the server to judge.
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
