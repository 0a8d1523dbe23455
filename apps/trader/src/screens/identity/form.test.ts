import { expect, it } from 'vitest';
import { problemsOf } from './form.ts';

const good = { name: 'Ana Example', cardId: 'C01X00T478', front: '/a', reverse: '/b' };

it.each([
  [good, {}],
  [{ ...good, name: ' ' }, { name: 'enterName' }],
  [{ ...good, name: '<b>' }, { name: 'badName' }],
  [{ ...good, cardId: '' }, { cardId: 'enterCardId' }],
  [{ ...good, cardId: 'A(1)/2-3.4 ض港' }, {}],
  [{ ...good, cardId: '1;2' }, { cardId: 'badCardId' }],
  [{ ...good, reverse: undefined }, { sides: 'bothSides' }],
  [
    { name: '', cardId: '', front: undefined, reverse: undefined },
    { name: 'enterName', cardId: 'enterCardId', sides: 'bothSides' },
  ],
])('problems of %o are %o', (draft, problems) => {
  expect(problemsOf(draft)).toEqual(problems);
});
