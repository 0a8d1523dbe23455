import { latinDigits } from '@fairlot/client';
import { IconButton, Skeleton, TextField } from '@fairlot/ui';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../shared/text.ts';
import type { CaptchaState } from './use-captcha.ts';

/** A picture and the field for what is in it; nothing while the server does not ask for one. */
export function CaptchaField({ captcha }: { readonly captcha: CaptchaState }): ReactNode {
  return captcha.needed ? <Picture captcha={captcha} /> : null;
}

function Picture({ captcha }: { readonly captcha: CaptchaState }): ReactNode {
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  // It comes in answer to a press: what is asked for is where the visitor goes on.
  useEffect(() => field.current?.focus(), []);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-1">
        {captcha.picture === undefined ? (
          <Skeleton shape="h-18 w-50" />
        ) : (
          <img
            src={captcha.picture.b64s}
            alt={t('account.captchaPicture')}
            width="200"
            height="72"
            className="rounded-control border border-line"
          />
        )}
        <IconButton icon="refresh" label={t('account.captchaNew')} quiet onClick={captcha.renew} />
      </div>
      <TextField
        ref={field}
        label={t('account.captcha')}
        hint={t('account.captchaHint')}
        value={captcha.answer}
        onValue={(text) => captcha.setAnswer(latinDigits(text))}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={5}
        dir="ltr"
      />
    </div>
  );
}
