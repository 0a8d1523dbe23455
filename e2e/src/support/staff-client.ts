import { randomUUID } from 'node:crypto';
import { OFFICE_HEADER, staffCalls } from '@fairlot/contract';
import type { Envelope, OutputOfStaff, StaffCall, StaffCallName, StaffRole } from '@fairlot/contract';
import type { Mailbox } from './mailbox.ts';
import { codeOf } from './totp.ts';

const PASSWORD = 'harbour lantern mosaic';

/** The mailbox of a member of staff. */
export function mailboxOf(name: string): string {
  return name.includes('@') ? name : `${name}@staff.example.com`;
}

/** A member of staff who calls the server without a page. */
export class StaffClient {
  readonly #url: string;
  #cookie = '';

  private constructor(url: string) {
    this.#url = url;
  }

  /** Completes a set-up link: sets the password and enrols the authenticator. */
  static async setUp(url: string, link: string, name: string): Promise<StaffClient> {
    const staff = await StaffClient.begin(url, link, name);
    const { secret } = await staff.call('staffBeginEnrolment');
    await staff.call('staffFinishEnrolment', { code: codeOf(secret) });
    return staff;
  }

  /** Completes a set-up link only up to the password, without the second factor. */
  static async begin(url: string, link: string, name: string): Promise<StaffClient> {
    const staff = new StaffClient(url);
    const token = /token=(.+)$/.exec(link)?.[1] ?? link;
    await staff.call('staffSetUp', { token, name, password: PASSWORD });
    await staff.call('staffSignIn', { name, password: PASSWORD });
    return staff;
  }

  /** The session's cookie, with which a page is signed in. */
  get cookie(): { readonly name: string; readonly value: string } {
    const [name = '', value = ''] = this.#cookie.split('=');
    return { name, value };
  }

  /** Invites a member of staff and completes the set-up link. */
  async hire(name: string, roles: readonly StaffRole[], mailbox?: Mailbox): Promise<StaffClient> {
    return StaffClient.setUp(this.#url, await this.invite(name, roles, mailbox), name);
  }

  /** Invites a member of staff and returns the token of the link: from the mailbox if the server sends mail. */
  async invite(name: string, roles: readonly StaffRole[], mailbox?: Mailbox): Promise<string> {
    const email = mailboxOf(name);
    const { token } = await this.call('staffInvite', { name, roles, email });
    return token ?? (await mailbox?.nextLink(email)) ?? '';
  }

  /** Makes a call. Throws with the reason of a refusal. */
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
