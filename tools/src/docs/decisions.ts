/** The head of a decision record (docs/adr), which its row in the index repeats. */
export interface Decision {
  readonly file: string;
  readonly number: number;
  readonly title: string;
  /** Status without its date, such as `accepted` or `accepted · amends [11](…)`. */
  readonly status: string;
}

const HEAD = /^# (\d+)\. (\S.*)\n\nStatus: (proposed|accepted|rejected) · (\d{4}-\d\d-\d\d)((?: · .+)?)\n\n/;
const SECTIONS = ['Context', 'Decision', 'Consequences'] as const;
const ROW = /^\| (\d+) \| \[(.+)\]\(([^)]+)\) \| (.+) \|$/gm;
/** A relation to another record, and the relation that the other record must name. */
const RELATION = /(supersedes|superseded by|amends|amended by) \[(\d+)\]/g;
const INVERSE: Readonly<Record<string, string>> = {
  supersedes: 'superseded by',
  'superseded by': 'supersedes',
  amends: 'amended by',
  'amended by': 'amends',
};

/** Reads the head of a record. Undefined if title or status line do not follow the template. */
export function decisionOf(file: string, text: string): Decision | undefined {
  const [, number, title, state, , relations = ''] = HEAD.exec(text) ?? [];
  if (number === undefined || title === undefined || state === undefined) return undefined;
  return { file, number: Number(number), title, status: state + relations };
}

/** Headings of a record that are missing or out of order; Alternatives may follow the three of the template. */
export function headingProblems(text: string): readonly string[] {
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading ?? '');
  const expected = headings.length > SECTIONS.length ? [...SECTIONS, 'Alternatives'] : [...SECTIONS];
  return headings.join() === expected.join() ? [] : [`headings are ${headings.join(', ')}, not ${expected.join(', ')}`];
}

/** Rows of the index. */
export function indexRows(index: string): Decision[] {
  return [...index.matchAll(ROW)].map(([, number = '', title = '', file = '', status = '']) => ({
    file,
    number: Number(number),
    title,
    status,
  }));
}

/** Relations that only one of the two records names. */
export function oneSidedRelations(decisions: readonly Decision[]): readonly string[] {
  const named = new Set(
    decisions.flatMap(({ number, status }) =>
      [...status.matchAll(RELATION)].map(([, relation, other]) => `${number} ${relation} ${other}`),
    ),
  );
  return [...named].filter((relation) => {
    const [, number, verb = '', other] = /^(\d+) (.+) (\d+)$/.exec(relation) ?? [];
    return !named.has(`${other} ${INVERSE[verb]} ${number}`);
  });
}
