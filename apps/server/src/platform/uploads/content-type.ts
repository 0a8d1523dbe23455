/** First bytes of the formats that are taken. */
const SIGNATURES: readonly ((content: Buffer) => boolean)[] = [
  (content) => content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (content) => content.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (content) => content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP',
];

/** Texts that begin what a browser or a server might run, and a PDF. */
const FOREIGN = /<(?:script|!doctype|html|iframe|svg[\s>]|\?php)|%PDF-\d/i;
/** A ZIP archive (also JAR and the office formats) is read from its end, so it can hide behind any file. */
const ZIP_END = Buffer.from('PK\u0005\u0006', 'latin1');
/** Longest distance of that mark from the end of a file. */
const ZIP_TAIL = 65_557;

/** Whether a file begins like a JPEG, PNG or WebP. Its name and the type that its sender stated count for nothing. */
export function looksLikeImage(content: Buffer): boolean {
  return SIGNATURES.some((matches) => matches(content));
}

/** Bytes that are searched at a time: the market's quotes wait no longer than that takes, about a millisecond. */
const CHUNK = 256 * 1024;
/** Longest text that is looked for, so that none is missed between two chunks. */
const OVERLAP = 16;

/**
 * Whether a file is something else as well. Nothing of that would survive being drawn anew, but whoever sends such a
 * file is not sending a photo.
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
