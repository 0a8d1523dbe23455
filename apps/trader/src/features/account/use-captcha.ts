import { CallError } from '@fairlot/client';
import type { CaptchaAnswer } from '@fairlot/client';
import { useState } from 'react';
import { api } from '../../shared/services/services.ts';

interface Picture {
  readonly id: string;
  readonly b64s: string;
}

/** The captcha of a form; `needed` once the server requires one. */
export interface CaptchaState {
  readonly needed: boolean;
  /** undefined while it loads. */
  readonly picture: Picture | undefined;
  readonly answer: string;
  readonly setAnswer: (answer: string) => void;
  readonly renew: () => void;
  /** Fields to add to the call. */
  readonly fields: () => CaptchaAnswer;
  /**
   * Must be called after every call: requests a picture or a new one if the server demands it, and hides it after a
   * success.
   */
  readonly after: (error: unknown) => void;
}

/** State of the captcha for the calls of one form. */
export function useCaptcha(): CaptchaState {
  const [needed, setNeeded] = useState(false);
  const [picture, setPicture] = useState<Picture>();
  const [answer, setAnswer] = useState('');
  const renew = (): void => {
    setAnswer('');
    setPicture(undefined);
    api.call('captcha', {}).then(setPicture, () => undefined);
  };
  return {
    needed,
    picture,
    answer,
    setAnswer,
    renew,
    fields: () => (picture === undefined || answer === '' ? {} : { key: picture.id, captcha: answer }),
    after: (error) => {
      const asks =
        error instanceof CallError && (error.reason === 'captcha_required' || error.reason === 'captcha_invalid');
      if (asks) setNeeded(true);
      else if (!(error instanceof CallError)) setNeeded(false);
      // An answer is valid only once, so a new picture is needed.
      if (asks || (needed && answer !== '')) renew();
    },
  };
}
