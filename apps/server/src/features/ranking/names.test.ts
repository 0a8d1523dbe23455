import { describe, expect, it } from 'vitest';
import { judgeName, nameKey } from './names.ts';

describe('display names', () => {
  it.each(['Quiet Harbour', 'trader_77', 'Müller-Lüd', '陳大文先生', 'قناص السوق', 'Игрок', 'a.b.c', 'โปรเทรด'])(
    'accept %s',
    (name) => {
      expect(judgeName(name, 'Example Markets')).toMatchObject({ ok: true, name });
    },
  );

  it.each([
    ['', 'display_name_length'],
    ['ab', 'display_name_length'],
    ['x'.repeat(21), 'display_name_length'],
    ['two  blanks', 'display_name_characters'],
    ['<b>bold</b>', 'display_name_characters'],
    ['zero\u200bwidth', 'display_name_characters'],
    ['turned\u202eround', 'display_name_characters'],
    ['pa\u0443pal', 'display_name_characters'],
    ['a\u0316\u0317\u0318\u0319b c', 'display_name_characters'],
    ['line\nbreak', 'display_name_characters'],
    ['😀😀😀', 'display_name_characters'],
    ['-dash', 'display_name_characters'],
    ['Fairlot', 'display_name_reserved'],
    ['F.a.i.r.l.o.t', 'display_name_reserved'],
    ['fa1rl0t team', 'display_name_reserved'],
    ['The Adm1n', 'display_name_reserved'],
    ['Example-Markets', 'display_name_reserved'],
    ['ＯＦＦＩＣＩＡＬ', 'display_name_reserved'],
    ['Sample strategy', 'display_name_reserved'],
    ['線上客服', 'display_name_reserved'],
    ['الدعم الفني', 'display_name_reserved'],
    ['ฝ่ายบริการลูกค้า', 'display_name_reserved'],
    ['ग्राहक सेवा', 'display_name_reserved'],
    ['پشتیبانی فنی', 'display_name_reserved'],
    ['Layanan Pelanggan', 'display_name_reserved'],
    ['ѕаmрlе', 'display_name_characters'],
    ['ѕареl', 'display_name_characters'],
  ])('reject %j: %s', (name, reason) => {
    expect(judgeName(name, 'Example Markets')).toEqual({ ok: false, reason });
  });

  it('have the same key when they look alike', () => {
    for (const [one, other] of [
      ['Max Power', 'max_power'],
      ['Illusion', '1llusion'],
      ['Soros', 'S0r0s'],
      ['modern', 'modem'],
      ['Карма', 'Kapмa'],
      ['José', 'Jose'],
    ] as const) {
      expect(nameKey(other)).toBe(nameKey(one));
    }
    expect(nameKey('Max Power')).not.toBe(nameKey('Max Tower'));
  });
});
