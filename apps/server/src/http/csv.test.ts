import { describe, expect, it } from 'vitest';
import { csvOf } from './csv.ts';

describe('a file of rows', () => {
  it('follows RFC 4180', () => {
    const rows = [{ name: 'plain', text: 'a, "b"\r\nc', sum: '-12.50', none: null, list: [1, 2] }];
    expect(csvOf(rows, ['name', 'text', 'sum', 'none', 'list', 'absent'])).toBe(
      'name,text,sum,none,list,absent\r\nplain,"a, ""b""\r\nc",-12.50,,"[1,2]",\r\n',
    );
  });

  it.each(['=1+1', '+41', '-2+3', '@SUM(A1)', '\t=1', '\r=1', ' =1', "=cmd|' /C calc'!A0", '-'])(
    'neutralises the formula %j',
    (text) => {
      const line = csvOf([{ text }], ['text']).split('\r\n').slice(1).join('\r\n');
      expect(line.startsWith(`'`) || line.startsWith(`"'`)).toBe(true);
    },
  );

  it.each(['0', '-0.5', '12', '-5260.510000'])('keeps the number %s', (text) => {
    expect(csvOf([{ text }], ['text'])).toBe(`text\r\n${text}\r\n`);
  });
});
