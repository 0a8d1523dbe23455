import type { Language } from './languages.ts';
import { fill, flatten } from './template.ts';
import type { Params } from './template.ts';

type Category = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type Leaves<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaves<T[K]>}` }[keyof T & string];
type Stem<K extends string> = K extends `${infer Name}_${Category}` ? Name : K;

/** Dotted key of a text in a nested catalogue, without the plural category. */
export type KeyOf<Catalogue> = Stem<Leaves<Catalogue>>;

/** Returns the text of a key with its values filled in; `count` also selects the plural form. */
export type Say<Key extends string> = (key: Key, values?: Params) => string;

/** Creates the function that looks up texts of a catalogue. It returns the key itself if the catalogue lacks it. */
export function sayBy<Key extends string>(catalogue: object, language: Language): Say<Key> {
  const texts = flatten(catalogue);
  const rules = new Intl.PluralRules(language.tag);
  return (key, values = {}) => {
    const { count } = values;
    const text = (typeof count === 'number' ? texts.get(`${key}_${rules.select(count)}`) : undefined) ?? texts.get(key);
    return text === undefined ? key : fill(text, values);
  };
}
