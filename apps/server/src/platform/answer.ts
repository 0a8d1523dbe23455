import type { Reason } from '@fairlot/contract';
import type { DoneKey } from './messages.ts';

/** Why a call was not done. */
export type FailReason = Exclude<Reason, 'ok'>;

/** What a feature answers: data, or a refusal. Refusals are values; only failures of ours are thrown. */
export type Answer<Data> =
  | { readonly ok: true; readonly data: Data; readonly says?: DoneKey | undefined }
  | { readonly ok: false; readonly reason: FailReason; readonly detail?: Readonly<Record<string, string>> | undefined };

/** `says` names the text that the client shows, where the plain one is not enough. */
export function done<Data>(data: Data, says?: DoneKey): Answer<Data> {
  return { ok: true, data, says };
}

export function refuse(reason: FailReason, detail?: Readonly<Record<string, string>>): Answer<never> {
  return detail === undefined ? { ok: false, reason } : { ok: false, reason, detail };
}

/** Data that is JSON text already, as UTF-8; large answers that many clients share are written once. */
export class PreparedJson {
  readonly parts: readonly Buffer[];

  constructor(parts: readonly Buffer[]) {
    this.parts = parts;
  }
}
