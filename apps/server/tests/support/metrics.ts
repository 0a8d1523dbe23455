/** The sum of a metric's samples that have these labels, in the Prometheus text format; undefined without a sample. */
export function metricIn(text: string, name: string, labels = ''): number | undefined {
  const wanted = labels === '' ? [] : labels.split(',');
  const found = text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .filter((line) => wanted.every((label) => (/\{(.*)\}/.exec(line)?.[1] ?? '').split(',').includes(label)))
    .map((line) => Number(line.slice(line.lastIndexOf(' ') + 1)));
  return found.length === 0 ? undefined : found.reduce((sum, value) => sum + value, 0);
}
