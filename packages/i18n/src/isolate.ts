/** Wraps a figure in a left-to-right isolate (U+2066 … U+2069), so that it keeps its order in a sentence of either direction. */
export function isolate(figure: string): string {
  return `\u2066${figure}\u2069`;
}

/** Wraps words, such as a date, in a first-strong isolate (U+2068 … U+2069): their first letter decides their direction. */
export function isolateWords(words: string): string {
  return `\u2068${words}\u2069`;
}
