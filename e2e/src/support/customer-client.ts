import { randomUUID } from 'node:crypto';
import { calls } from '@fairlot/contract';
import type { Call, CallName, Envelope, OutputOf } from '@fairlot/contract';

/** The password of every customer, with which calls that move money are confirmed. */
export const CUSTOMER_PASSWORD = 'a quiet harbour';

/** The answer to a sign-in. A page that stores it is signed in too. */
export interface SignedIn {
  readonly token: string;
  readonly user: OutputOf<(typeof calls)['userInfo']>;
}

/** An item of a list in a call's input; records are possible in bodies only. */
type ListItem = string | Readonly<Record<string, string>>;

const asText = (item: ListItem): string => (typeof item === 'string' ? item : JSON.stringify(item));

/** A user who calls the server without a page, as the counterpart of the office. */
export class CustomerClient {
  readonly #url: string;
  readonly #language: string;
  #signedIn: SignedIn | undefined;

  constructor(url: string, language = 'en') {
    this.#url = url;
    this.#language = language;
  }

  /** Makes a call. Throws with the reason of a refusal. */
  async call<N extends CallName>(
    name: N,
    input: Readonly<Record<string, string | number | boolean | readonly ListItem[]>> = {},
  ): Promise<OutputOf<(typeof calls)[N]>> {
    const call: Call = calls[name];
    const isPost = call.methods.includes('POST');
    const query = new URLSearchParams(
      Object.entries(input).map(([key, value]) => [
        key,
        typeof value === 'object' ? value.map(asText).join() : String(value),
      ]),
    );
    const response = await fetch(`${this.#url}${call.path}${isPost ? '' : `?${query.toString()}`}`, {
      method: isPost ? 'POST' : 'GET',
      headers: { ...this.#headers(), ...(isPost ? { 'content-type': 'application/json' } : {}) },
      ...(isPost ? { body: JSON.stringify(input) } : {}),
    });
    return dataOf(name, response);
  }

  /** Registers a live account with the code that `readCode` returns, and an inviter's code if there is one. */
  async register(email: string, readCode: () => Promise<string>, inviteCode = ''): Promise<void> {
    const areas = await this.call('areaList');
    const area = areas.find(({ code }) => code === 'DE');
    await this.call('sendEmail', { to: email, type: 1 });
    const password = CUSTOMER_PASSWORD;
    this.#signedIn = await this.call('register', {
      type: 'email',
      area_id: area?.id ?? 0,
      account: email,
      password,
      re_password: password,
      sms_code: await readCode(),
      risk_consent: true,
      invite_code: inviteCode,
    });
  }

  /** Signs in as a new demo user. */
  async tryDemo(): Promise<void> {
    this.#signedIn = await this.call('createDemo');
  }

  /** The sign-in, to be stored by a page. */
  get signedIn(): SignedIn {
    if (this.#signedIn === undefined) throw new Error('the customer has not signed in');
    return this.#signedIn;
  }

  /** Uploads a picture and returns its address. */
  async upload(picture: Uint8Array): Promise<string> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'proof.png');
    const response = await fetch(`${this.#url}${calls.imageUpload.path}`, {
      method: 'POST',
      headers: this.#headers(),
      body: form,
    });
    return (await dataOf<OutputOf<typeof calls.imageUpload>>('imageUpload', response)).url;
  }

  #headers(): Record<string, string> {
    return {
      lang: this.#language,
      'idempotency-key': randomUUID(),
      ...(this.#signedIn === undefined ? {} : { authorization: this.#signedIn.token }),
    };
  }
}

async function dataOf<T>(name: string, response: Response): Promise<T> {
  const envelope = (await response.json()) as Envelope<T>;
  if (envelope.code !== 1) throw new Error(`${name}: ${envelope.reason}`);
  return envelope.data;
}
