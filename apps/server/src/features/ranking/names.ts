import { DISPLAY_NAME_MAX, type Reason } from '@fairlot/contract';

/**
 * The result of checking a display name: the name with the key under which it must be unique, or the reason to refuse
 * it.
 */
export type NameResult =
  | { readonly ok: true; readonly name: string; readonly key: string }
  | { readonly ok: false; readonly reason: Extract<Reason, `display_name_${string}`> };

const SHORTEST = 3;
const SITE_WORD_LENGTH = 4;
/**
 * Words of letters and digits with single separators between them. Invisible characters and direction marks are in none
 * of these classes.
 */
const NAME = /^[\p{L}\p{M}\p{N}]+(?:[ ._-][\p{L}\p{M}\p{N}]+)*$/u;
const PILED_MARKS = /\p{M}{3,}/u;

/**
 * A name that mixes letters of two of these scripts is refused, because it could imitate another name. East Asian
 * writing systems count as one.
 */
const SCRIPTS: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Thai}/u,
  /\p{Script=Devanagari}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
];

/** Letters and digits that look like a Latin letter. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'аαɑ4@',
    b: 'вβ8',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еєε3',
    h: 'нһη',
    k: 'кκ',
    l: 'iı1іιΙӏ',
    m: 'м',
    n: 'п',
    o: '0оοσ',
    p: 'рρ',
    s: 'ѕ5',
    t: 'тτ7',
    u: 'υ',
    v: 'ν',
    w: 'ԝω',
    x: 'хχ',
    y: 'уγ',
  }).flatMap(([latin, others]) => Array.from(others, (other) => [other, latin] as const)),
);
const LATIN_MARKS = /[\u0300-\u036f\u064b-\u065f]/g;

/** Words reserved for the operator and the sample strategies. */
const RESERVED = [
  'fairlot',
  'admin',
  'moderator',
  'official',
  'support',
  'helpdesk',
  'customer service',
  'compliance',
  'operator',
  'staff',
  'sample',
  'strategy',
  'kundendienst',
  'offiziell',
  'beispiel',
  '客服',
  '官方',
  '管理員',
  '管理员',
  '示範',
  '示范',
  '策略',
  'الدعم',
  'الإدارة',
  'رسمي',
  'نموذجية',
  'ฝ่ายบริการ',
  'ทางการ',
  'ผู้ดูแลระบบ',
  'ตัวอย่าง',
  'กลยุทธ์',
  'ग्राहक सेवा',
  'आधिकारिक',
  'व्यवस्थापक',
  'नमूना',
  'रणनीति',
  'پشتیبانی',
  'رسمی',
  'مدیریت',
  'نمونه',
  'استراتژی',
  'layanan pelanggan',
  'akun resmi',
  'khidmat pelanggan',
  'akaun rasmi',
  'pentadbir',
  'contoh',
  'strategi',
];

/** Checks a display name. `siteTitle` is reserved like the words of the list. */
export function judgeName(given: string, siteTitle: string): NameResult {
  const name = given.normalize('NFKC').trim();
  const { length } = Array.from(name);
  if (length < SHORTEST || length > DISPLAY_NAME_MAX) return { ok: false, reason: 'display_name_length' };
  if (!NAME.test(name) || PILED_MARKS.test(name) || !isOfOneScript(name))
    return { ok: false, reason: 'display_name_characters' };
  const key = nameKey(name);
  const isHouse = RESERVED.some((word) => key.includes(nameKey(word))) || isSite(key, nameKey(siteTitle));
  return isHouse ? { ok: false, reason: 'display_name_reserved' } : { ok: true, name, key };
}

/**
 * A title shorter than four characters, such as FX, is only reserved as the whole name, because many legitimate names
 * contain it.
 */
function isSite(key: string, title: string): boolean {
  return key === title || (title.length >= SITE_WORD_LENGTH && key.includes(title));
}

/** Maps names that a reader could confuse to the same key. */
export function nameKey(name: string): string {
  const bare = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(LATIN_MARKS, '')
    .replaceAll(/[ ._-]/g, '');
  return Array.from(bare, (letter) => LOOKALIKES.get(letter) ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

function isOfOneScript(name: string): boolean {
  const letters = Array.from(name).filter((character) => /\p{L}/u.test(character));
  const used = SCRIPTS.filter((script) => letters.some((letter) => script.test(letter)));
  return used.length <= 1 && letters.every((letter) => SCRIPTS.some((script) => script.test(letter)));
}
