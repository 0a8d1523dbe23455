/**
 * Reads CSV (RFC 4180) into records by the names of its first line, each with its line number. Undoes the apostrophe that
 * `csvOf` puts before a text that a spreadsheet would run. Returns undefined for text that is not CSV.
 */
export function readCsv(
  text: string,
  mostRows: number,
): readonly { readonly line: number; readonly cells: ReadonlyMap<string, string> }[] | undefined {
  const lines = cellsOf(text.replace(/^\uFEFF/, ''));
  const [head, ...rest] = lines?.filter(({ cells }) => cells.length > 1 || cells[0] !== '') ?? [];
  if (head === undefined || rest.length > mostRows || new Set(head.cells).size < head.cells.length) return undefined;
  if (rest.some(({ cells }) => cells.length !== head.cells.length)) return undefined;
  return rest.map(({ line, cells }) => ({
    line,
    cells: new Map(head.cells.map((name, index): [string, string] => [name, harmful(cells[index] ?? '')])),
  }));
}

interface Line {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The cells of each line; undefined for a quote inside of a cell that has none around it, or one without an end. */
function cellsOf(text: string): readonly Line[] | undefined {
  const lines: Line[] = [];
  let [cells, line, start]: [string[], number, number] = [[], 1, 1];
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|$)/y;
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text);
    if (match === null) return undefined;
    const [whole, quoted, plain = '', end = ''] = match;
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    line += whole.split('\n').length - 1;
    if (end === ',' && pattern.lastIndex < text.length) continue;
    if (end === ',') cells.push('');
    lines.push({ line: start, cells });
    [cells, start] = [[], line];
  }
  return lines;
}

/** The text before `csvOf` made it harmless. */
function harmful(cell: string): string {
  return /^'\s*[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}
