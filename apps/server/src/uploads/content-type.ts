/** First bytes of the accepted formats. */
const SIGNATURES: readonly ((content: Buffer) => boolean)[] = [
  (content) => content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (content) => content.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (content) => content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP',
];

/** Starts of content that a browser or server might run, and of a PDF. */
const FOREIGN = /<(?:script|!doctype|html|iframe|svg[\s>]|\?php)|%PDF-\d/i;
/** A ZIP archive (also JAR and office formats) is read from its end, so it can be appended to any file. */
const ZIP_END = Buffer.from('PK\u0005\u0006', 'latin1');
/** Maximum distance of that mark from the end of a file. */
const ZIP_TAIL = 65_557;

/** True when a file starts like a JPEG, PNG or WebP. Its name and stated type are ignored. */
export function looksLikeImage(content: Buffer): boolean {
  return SIGNATURES.some((matches) => matches(content));
}

/** Bytes searched per turn of the event loop: about a millisecond, so that quotes wait no longer. */
const CHUNK = 256 * 1024;
/** Longest text to find, so that none is missed between two chunks. */
const OVERLAP = 16;

/**
 * True when a file is also something other than an image. Re-encoding would remove that part anyway, but such a file is
 * not a genuine photo.
 */
export async function isPolyglot(content: Buffer): Promise<boolean> {
  if (content.subarray(-ZIP_TAIL).includes(ZIP_END)) return true;
  for (let at = 0; at < content.length; at += CHUNK) {
    if (FOREIGN.test(content.toString('latin1', at, at + CHUNK + OVERLAP))) return true;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  return false;
}
