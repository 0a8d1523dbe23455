/** Breaks a note into lines of a width in px. A word that is wider than a line is broken between characters. */
export function wrapped(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  const add = (word: string): void => {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
      return;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const character of word) {
      if (line !== '' && widthOf(line + character) > width) {
        lines.push(line);
        line = '';
      }
      line += character;
    }
  };
  for (const word of text.split(/\s+/u)) if (word !== '') add(word);
  if (line !== '') lines.push(line);
  return lines;
}
