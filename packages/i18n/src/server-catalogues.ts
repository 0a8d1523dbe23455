import ar from '../catalogues/ar/server.json';
import cs from '../catalogues/cs/server.json';
import de from '../catalogues/de/server.json';
import en from '../catalogues/en/server.json';
import et from '../catalogues/et/server.json';
import fa from '../catalogues/fa/server.json';
import fi from '../catalogues/fi/server.json';
import fr from '../catalogues/fr/server.json';
import hi from '../catalogues/hi/server.json';
import hk from '../catalogues/hk/server.json';
import id from '../catalogues/id/server.json';
import it from '../catalogues/it/server.json';
import jp from '../catalogues/jp/server.json';
import kr from '../catalogues/kr/server.json';
import my from '../catalogues/my/server.json';
import pt from '../catalogues/pt/server.json';
import ru from '../catalogues/ru/server.json';
import spa from '../catalogues/spa/server.json';
import th from '../catalogues/th/server.json';
import tr from '../catalogues/tr/server.json';
import vn from '../catalogues/vn/server.json';
import type { LanguageCode } from './languages.ts';

/** Texts of the server in every language. Only the server loads them, all at once: any request may be in any language. */
export const SERVER_CATALOGUES: Readonly<Record<LanguageCode, object>> = {
  ar,
  cs,
  de,
  en,
  et,
  fa,
  fi,
  fr,
  hi,
  hk,
  id,
  it,
  jp,
  kr,
  my,
  pt,
  ru,
  spa,
  th,
  tr,
  vn,
};
