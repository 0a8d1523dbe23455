/** A figure inside a sentence, kept from left to right as one piece (Unicode isolates), whichever way the sentence runs. */
export function isolate(figure: string): string {
  return `\u2066${figure}\u2069`;
}

/** Words inside a sentence, such as a date, as one piece that runs in the direction of its own first letter. */
export function isolateWords(words: string): string {
  return `\u2068${words}\u2069`;
}
