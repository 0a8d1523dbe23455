/** A figure inside a sentence, kept from left to right as one piece (Unicode isolates), whichever way the sentence runs. */
export function isolate(figure: string): string {
  return `\u2066${figure}\u2069`;
}
