import { serverKeysUnder, translate } from '@fairlot/i18n';
import { expect, it } from 'vitest';
import { exampleValues } from './example-values.ts';
import { mailTextProblem } from './mail-text-rules.ts';
import { isMailTemplate } from './message.ts';

const ORIGIN = 'https://trade.example.com';

it('has an example for every placeholder of every mail, and the built-in texts keep their own rules', () => {
  const values = exampleValues('en', 'Harbour', ORIGIN, new Date(0));
  for (const key of serverKeysUnder('mail.'))
    expect([key, translate('en', key, values)]).toEqual([key, expect.not.stringContaining('{{')]);
  const kinds = new Set(serverKeysUnder('mail.').map((key) => key.split('.')[1] ?? ''));
  for (const kind of [...kinds].filter(isMailTemplate)) {
    const words = { subject: translate('en', `mail.${kind}.subject`), text: translate('en', `mail.${kind}.text`) };
    expect([kind, mailTextProblem(kind, words, ORIGIN)]).toEqual([kind, undefined]);
  }
});
