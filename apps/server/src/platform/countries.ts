import { readFile } from 'node:fs/promises';
import { type LanguageCode, languageOf } from '@fairlot/i18n';
import { Reader, type Response, validate } from 'maxmind';

/** The records of the common country databases: MaxMind and DB-IP have a record of the country, IPinfo its code. */
type CountryRecord = Response & {
  readonly country?: string | { readonly iso_code?: string };
  readonly country_code?: string;
};

/** Finds the country of a network address in a database file of the operator (MMDB). Without one every country is unknown. */
export class Countries {
  readonly #reader: Reader<CountryRecord> | undefined;

  private constructor(reader: Reader<CountryRecord> | undefined) {
    this.#reader = reader;
  }

  /** Reads the file into memory. Throws an error that names the setting when the file is missing or broken. */
  static async open(path: string | undefined): Promise<Countries> {
    if (path === undefined) return new Countries(undefined);
    const file = await readFile(path).catch((error: unknown) => {
      throw new Error(`FAIRLOT_COUNTRY_DATABASE: ${path} cannot be read`, { cause: error });
    });
    try {
      const countries = new Countries(new Reader<CountryRecord>(file));
      // A file that is cut off fails at the first look-up only.
      countries.codeOf('192.0.2.1');
      return countries;
    } catch (error) {
      throw new Error(`FAIRLOT_COUNTRY_DATABASE: ${path} is no MMDB file, or it is broken`, { cause: error });
    }
  }

  /** ISO 3166 code of two letters; undefined for an address that is unknown, private or malformed. */
  codeOf(address: string): string | undefined {
    // A socket for both families writes IPv4 addresses this way; a database of IPv4 alone does not know the form.
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    if (this.#reader === undefined || !validate(plain)) return undefined;
    const record = this.#reader.get(plain);
    const country = record?.country ?? record?.country_code;
    const code = typeof country === 'object' ? country.iso_code : country;
    return code !== undefined && /^[A-Z]{2}$/.test(code) ? code : undefined;
  }

  /** The country's name in a language; empty when it is unknown. */
  nameOf(address: string, language: LanguageCode): string {
    const code = this.codeOf(address);
    return code === undefined
      ? ''
      : (new Intl.DisplayNames([languageOf(language).tag], { type: 'region' }).of(code) ?? '');
  }
}
