import type { Language } from './languages.ts';
import { fill, flatten } from './template.ts';
import type { Params } from './template.ts';

type Category = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type Leaves<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaves<T[K]>}` }[keyof T & string];
type Stem<K extends string> = K extends `${infer Name}_${Category}` ? Name : K;

/** What a text of a nested catalogue is asked for by: its dotted key, without the category of a plural. */
export type KeyOf<Catalogue> = Stem<Leaves<Catalogue>>;

/** The text of a key with its values filled in; `count` also chooses the form of a plural. */
export type Say<Key extends string> = (key: Key, values?: Params) => string;

/** A catalogue and the language that it is in. */
export interface Spoken {
  readonly catalogue: object;
  readonly language: Language;
}

/** Speaks by the first catalogue that has a text; a key that none has stands for itself. */
export function sayBy<Key extends string>(catalogues: readonly Spoken[]): Say<Key> {
  const books = catalogues.map(({ catalogue, language }) => ({ texts: flatten(catalogue), rules: new Intl.PluralRules(language.tag) }));
  return (key, values = {}) => {
    const { count } = values;
    for (const { texts, rules } of books) {
      const text = (typeof count === 'number' ? texts.get(`${key}_${rules.select(count)}`) : undefined) ?? texts.get(key);
      if (text !== undefined) return fill(text, values);
    }
    return key;
  };
}
