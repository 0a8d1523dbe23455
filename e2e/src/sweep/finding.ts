/** The kinds of flaws of a screen in a language. */
export const KINDS = {
  overflow: 'the page or a list is wider than its container',
  cut: 'a text does not fit and loses its end',
  overlap: 'two texts overlap',
  key: 'the key of a text or an unfilled value is displayed',
  untranslated: 'a text is English although the language is not',
  unknown: 'a text comes from no catalogue, and the server did not send it',
  direction: 'a figure or a code runs in the wrong direction, or a style is bound to a side',
  language: 'the page states another language or direction',
  target: 'a control is smaller than 24 px',
  covered: 'a control cannot be scrolled into view and pressed',
  small: 'a text is smaller than 12 px',
  access: 'axe reports a violation',
  console: 'the page logged an error',
} as const;
export type Kind = keyof typeof KINDS;

/** One flaw of the current page. */
export interface Flaw {
  readonly kind: Kind;
  readonly selector: string;
  readonly text: string;
  readonly detail: string;
}

/** A flaw with its language and screen. */
export interface Finding extends Flaw {
  readonly language: string;
  readonly screen: string;
}

/** A text on the page, to be compared with the catalogues. */
export interface Words {
  readonly text: string;
  readonly selector: string;
  /** How the text is cut; undefined if it fits or is not drawn, like a label for screen readers. */
  readonly cut: string | undefined;
  /** Marks the name of a key, code, and text that names its own language. */
  readonly verbatim?: boolean;
}

/** The result of the program inside the page. */
export interface Inspection {
  readonly flaws: readonly Flaw[];
  readonly words: readonly Words[];
}
