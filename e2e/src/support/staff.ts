import { randomUUID } from 'node:crypto';
import { OFFICE_HEADER, staffCalls } from '@fairlot/contract';
import type { Envelope, OutputOfStaff, StaffCall, StaffCallName, StaffRole } from '@fairlot/contract';
import { codeOf } from './totp.ts';

const PASSWORD = 'harbour lantern mosaic';

/** A colleague who calls the office's server without its page. */
export class Staff {
  readonly #url: string;
  #cookie = '';

  private constructor(url: string) {
    this.#url = url;
  }

  /** Uses a set-up link as its receiver would: password, authenticator, and the office is open. */
  static async setUp(url: string, link: string, name: string): Promise<Staff> {
    const staff = await Staff.begin(url, link, name);
    const { secret } = await staff.call('staffBeginEnrolment');
    await staff.call('staffFinishEnrolment', { code: codeOf(secret) });
    return staff;
  }

  /** Uses a set-up link as far as the password: the second factor is still to come. */
  static async begin(url: string, link: string, name: string): Promise<Staff> {
    const staff = new Staff(url);
    const token = /token=(.+)$/.exec(link)?.[1] ?? link;
    await staff.call('staffSetUp', { token, name, password: PASSWORD });
    await staff.call('staffSignIn', { name, password: PASSWORD });
    return staff;
  }

  /** The session's cookie, for a page to be signed in with. */
  get cookie(): { readonly name: string; readonly value: string } {
    const [name = '', value = ''] = this.#cookie.split('=');
    return { name, value };
  }

  /** Invites somebody, who sets up at once. */
  async hire(name: string, roles: readonly StaffRole[]): Promise<Staff> {
    const { token } = await this.call('staffInvite', { name, roles });
    return Staff.setUp(this.#url, token, name);
  }

  /** Makes a call; what is refused throws with its reason. */
  async call<N extends StaffCallName>(
    name: N,
    input: Readonly<Record<string, unknown>> = {},
  ): Promise<OutputOfStaff<(typeof staffCalls)[N]>> {
    const call: StaffCall = staffCalls[name];
    const isPost = call.methods[0] === 'POST';
    const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]));
    const response = await fetch(`${this.#url}${call.path}${isPost ? '' : `?${query.toString()}`}`, {
      method: isPost ? 'POST' : 'GET',
      headers: {
        lang: 'en',
        [OFFICE_HEADER]: '1',
        cookie: this.#cookie,
        'idempotency-key': randomUUID(),
        ...(isPost ? { 'content-type': 'application/json' } : {}),
      },
      ...(isPost ? { body: JSON.stringify(input) } : {}),
    });
    const given = response.headers.getSetCookie()[0]?.split(';')[0];
    if (given !== undefined) this.#cookie = given;
    const envelope = (await response.json()) as Envelope<OutputOfStaff<(typeof staffCalls)[N]>>;
    if (envelope.code !== 1) throw new Error(`${name}: ${envelope.reason}`);
    return envelope.data;
  }
}
