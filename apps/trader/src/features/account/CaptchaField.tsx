import { latinDigits } from '@fairlot/client';
import { IconButton, Skeleton, TextField } from '@fairlot/ui';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';
import type { CaptchaState } from './use-captcha.ts';

/** A captcha picture and the field for its characters; renders nothing unless the server requires one. */
export function CaptchaField({ captcha }: { readonly captcha: CaptchaState }): ReactNode {
  return captcha.needed ? <Picture captcha={captcha} /> : null;
}

function Picture({ captcha }: { readonly captcha: CaptchaState }): ReactNode {
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  // The field appears as the answer to a button press, so it takes the focus.
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
