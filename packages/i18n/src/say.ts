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

/** Speaks by a catalogue in its language; a key without a text stands for itself. */
export function sayBy<Key extends string>(catalogue: object, language: Language): Say<Key> {
  const texts = flatten(catalogue);
  const rules = new Intl.PluralRules(language.tag);
  return (key, values = {}) => {
    const { count } = values;
    const text = (typeof count === 'number' ? texts.get(`${key}_${rules.select(count)}`) : undefined) ?? texts.get(key);
    return text === undefined ? key : fill(text, values);
  };
}
