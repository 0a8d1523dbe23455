/** A source without its comments. `//` after a colon or a quote belongs to an address and stays. */
export function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(?<![:"'`])\/\/.*$/gm, '');
}
