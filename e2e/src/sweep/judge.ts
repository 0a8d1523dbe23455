import { languageOf, languageOr } from '@fairlot/i18n';
import { ownTextsOf } from '../support/texts.ts';
import { dateWordsOf } from './date-words.ts';
import type { Flaw, Kind, Words } from './finding.ts';
import { SAME_IN_EVERY_LANGUAGE, SAME_WORDS } from './same-words.ts';

const fromServer = (area: string): boolean => area === 'server';
/** Direction marks around figures and names. */
const MARKS = /[\u2066-\u2069\u200e\u200f]/g;
/** A placeholder that a text names on purpose, such as {{site}} in the note below a mail's text. */
const NAMED = /\u2066\{\{\w+\}\}\u2069/g;
const HOLE = /\{\{|\}\}|\bundefined\b|\bNaN\b|\[object /;
/** Codes of currencies, instruments and networks, figures with units, addresses. */
const CODE = /^(?:[^\p{Ll}\p{Lo}\s]{1,14}|https?:\S+)(?:\s+[^\p{Ll}\p{Lo}\s]{1,14})*$/u;
/** Separators of a line. Its parts may contain the finer separators themselves, as a name with a dash does. */
const DOTS = /\s+[·|]\s+/;
const SEPARATORS = /\s*[·|–—•]\s*|[:,،、]\s+|\s+\/\s+|\s*\(|\)\s*/;
/** Splits a text before its figures, if no entry matches the text with the figures. */
const BEFORE_FIGURES = /\s+(?=[+−-]?\d)/;

/** Minimum number of letters next to the values for a text to be recognised as English. */
const ENGLISH_LETTERS = 3;

/** A text of a catalogue. `shape` matches it with its values filled in. */
interface Entry {
  readonly key: string;
  readonly value: string;
  readonly shape: RegExp | undefined;
}

interface Verdict {
  readonly kind?: Kind;
  readonly detail: string;
  /** True for the page's own text; false for a name or a note from the server. */
  readonly own: boolean;
}

/** Normalises a text for comparison: removes direction marks and unifies whitespace. */
export function plain(text: string): string {
  return text.replaceAll(MARKS, '').replaceAll(/\s+/g, ' ').trim();
}

const FINE: Verdict = { detail: '', own: false };

/** Compares texts with the catalogues of one language. */
export class Judge {
  readonly #own: readonly Entry[];
  readonly #english: readonly Entry[];
  readonly #englishByKey: ReadonlyMap<string, string>;
  readonly #fromServer: ReadonlySet<string>;
  readonly #foreign: boolean;
  readonly #same: ReadonlySet<string>;
  readonly #dateWords: ReadonlySet<string>;
  readonly #countries: Intl.DisplayNames;
  readonly #told: ReadonlySet<string>;

  /**
   * `speaks` selects the areas whose texts the page may show. `told` contains the normalised texts of the server's
   * answers; it may grow.
   */
  constructor(language: string, speaks: (area: string) => boolean, told: ReadonlySet<string>) {
    const code = languageOr(language, 'en');
    this.#own = entriesOf(ownTextsOf(language, speaks), 1);
    this.#englishByKey = ownTextsOf('en', speaks);
    this.#fromServer = new Set(ownTextsOf('en', fromServer).keys());
    this.#foreign = language !== 'en';
    this.#english = entriesOf(this.#englishByKey, ENGLISH_LETTERS);
    this.#same = new Set([...SAME_IN_EVERY_LANGUAGE, ...(SAME_WORDS[language] ?? [])]);
    this.#dateWords = dateWordsOf(languageOf(code).tag);
    this.#countries = new Intl.DisplayNames([languageOf(code).tag], { type: 'region' });
    this.#told = told;
  }

  /** Returns the flaws of a text. */
  flawsOf({ text: raw, selector, cut, verbatim = false }: Words): Flaw[] {
    const text = plain(raw);
    if (verbatim) return cut === undefined ? [] : [{ kind: 'cut', selector, text, detail: cut }];
    if (HOLE.test(raw.replaceAll(NAMED, '')) || this.#englishByKey.has(text))
      return [{ kind: 'key', selector, text, detail: '' }];
    const { kind, detail, own } = this.#verdict(text);
    // Names and notes of users or of the market may be shortened with an ellipsis; the page's own text may not.
    const short: Flaw[] =
      cut !== undefined && (own || !cut.startsWith('shortened')) ? [{ kind: 'cut', selector, text, detail: cut }] : [];
    return kind === undefined ? short : [...short, { kind, selector, text, detail }];
  }

  /** Checks the whole text, and if it is not recognised, its parts. */
  #verdict(text: string, [separator, ...finer]: readonly RegExp[] = [DOTS, SEPARATORS, BEFORE_FIGURES]): Verdict {
    const whole = this.#verdictOfWhole(text);
    const steps =
      whole.kind === undefined || separator === undefined ? [] : text.split(separator).filter((step) => step !== '');
    if (steps.length === 0) return whole;
    const verdicts = steps.map((step) => this.#verdict(step, finer));
    return verdicts.find(({ kind }) => kind !== undefined) ?? { ...FINE, own: verdicts.some(({ own }) => own) };
  }

  #verdictOfWhole(text: string): Verdict {
    if (!/\p{L}/u.test(text) || CODE.test(text)) return FINE;
    const found = matches(this.#own, text);
    const own = found.some(({ key }) => !this.#fromServer.has(key));
    if (this.#same.has(text) || found.some((entry) => !this.#isEnglish(entry))) return { detail: '', own };
    if (found[0] !== undefined) return { kind: 'untranslated', detail: found[0].key, own };
    const known = this.#told.has(text);
    const english = this.#english.find((entry) => (known ? entry.value === text : fits(entry, text)));
    if (english !== undefined)
      return {
        ...(this.#foreign ? { kind: 'untranslated' } : {}),
        detail: english.key,
        own: !this.#fromServer.has(english.key),
      };
    return known || this.#isDate(text) || this.#isCountry(text) ? FINE : { kind: 'unknown', detail: '', own: false };
  }

  #isEnglish({ key, value }: Entry): boolean {
    return (
      this.#foreign &&
      plain(this.#englishByKey.get(key) ?? '') === value &&
      !this.#same.has(value) &&
      /\p{L}{3}/u.test(value.replaceAll(/\{\{\w+\}\}/g, ''))
    );
  }

  /** True for the name of a country whose code the server has sent. */
  #isCountry(text: string): boolean {
    return [...this.#told].some((code) => /^[A-Z]{2}$/.test(code) && this.#countries.of(code) === text);
  }

  #isDate(text: string): boolean {
    return (text.match(/[\p{L}\p{M}]+/gu) ?? []).every((word) => this.#dateWords.has(word.toLowerCase()));
  }
}

function entriesOf(texts: ReadonlyMap<string, string>, letters: number): Entry[] {
  return [...texts].map(([key, marked]) => {
    const value = plain(marked);
    return { key, value, shape: shapeOf(value, letters) };
  });
}

/**
 * Returns a pattern of the text with wildcards for its values; undefined without values or with too few letters next to
 * them.
 */
function shapeOf(value: string, letters: number): RegExp | undefined {
  const pieces = value.split(/\{\{\w+\}\}/);
  if (pieces.length === 1 || pieces.join('').replaceAll(/[^\p{L}]/gu, '').length < letters) return undefined;
  return new RegExp(
    `^${pieces.map((piece) => piece.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)).join('.+?')}$`,
    'u',
  );
}

/** Returns the entries that match a text; only the exact matches if there are any. */
function matches(entries: readonly Entry[], text: string): Entry[] {
  const exact = entries.filter(({ value }) => value === text);
  return exact.length > 0 ? exact : entries.filter((entry) => fits(entry, text));
}

const fits = ({ value, shape }: Entry, text: string): boolean => value === text || shape?.test(text) === true;
