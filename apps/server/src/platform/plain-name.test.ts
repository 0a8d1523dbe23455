import { describe, expect, it } from 'vitest';
import { plainWords, searchedName } from './plain-name.ts';

describe('names for searches', () => {
  it.each([
    ['José  García-Núñez', ['jose', 'garcia', 'nunez']],
    ['ŁUKASZ Źdźbło', ['lukasz', 'zdzblo']],
    ['Straße Ørsted Æsir', ['strasse', 'orsted', 'aesir']],
    ['Ἀλέξανδρος Παπαδόπουλος', ['αλεξανδρος', 'παπαδοπουλος']],
    ['Ёлкин ПЁТР', ['елкин', 'петр']],
    ['王小明', ['王小明']],
    ['İpek Işık', ['ipek', 'isik']],
    ["% _ \\ ' --", []],
  ])('writes %s as %j', (name, words) => {
    expect(plainWords(name)).toEqual(words);
    expect(plainWords(searchedName(name))).toEqual(words);
  });
});
