/** What can be wrong with a screen in a language. */
export const KINDS = {
  overflow: 'the page or a list is wider than its room',
  cut: 'a text does not fit and loses its end',
  overlap: 'two texts lie on each other',
  key: 'the name of a text, or a hole in it, stands in its place',
  untranslated: 'a text is English though the language is not',
  unknown: 'a text comes from no catalogue, and the server did not send it',
  direction: 'a figure or a code runs in the wrong direction, or a style is bound to a side',
  language: 'the page states another language or direction',
  target: 'a control is smaller than 24 px',
  covered: 'a control cannot be brought into sight and hit',
  small: 'a text is smaller than 12 px',
  access: 'axe has something against it',
  console: 'the page complained',
} as const;
export type Kind = keyof typeof KINDS;

/** One thing that is wrong on the page as it stands. */
export interface Flaw {
  readonly kind: Kind;
  readonly selector: string;
  readonly text: string;
  readonly detail: string;
}

/** A flaw and where it was seen. */
export interface Finding extends Flaw {
  readonly language: string;
  readonly screen: string;
}

/** Words on the page, for the catalogues to judge. */
export interface Words {
  readonly text: string;
  readonly selector: string;
  /** Whether it does not fit into its room; undefined where it is not drawn, as a label for a reader. */
  readonly cut: string | undefined;
  /** The name of a key, or code: it is in no language. */
  readonly verbatim?: boolean;
}

/** What the program inside the page tells. */
export interface Inspection {
  readonly flaws: readonly Flaw[];
  readonly words: readonly Words[];
}
