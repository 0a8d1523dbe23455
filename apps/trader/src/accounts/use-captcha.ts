import { CallError } from '@fairlot/client';
import { useState } from 'react';
import { useApi } from '../shared/services.ts';

interface Picture {
  readonly id: string;
  readonly b64s: string;
}

/** A picture that the server wants to be read, once it has asked for that. */
export interface CaptchaState {
  readonly needed: boolean;
  /** undefined while it is on its way. */
  readonly picture: Picture | undefined;
  readonly answer: string;
  readonly setAnswer: (answer: string) => void;
  readonly renew: () => void;
  /** What goes into a call. */
  readonly fields: () => { readonly key?: string; readonly captcha?: string };
  /** To be told of every call's end: asks for a picture, or for a new one, or puts it away. */
  readonly after: (error: unknown) => void;
}

/** Reads pictures for the calls of one form. */
export function useCaptcha(): CaptchaState {
  const api = useApi();
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
      // An answer that was sent is used up, whatever came of it.
      if (asks || (needed && answer !== '')) renew();
    },
  };
}
