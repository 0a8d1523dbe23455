import type { Reason } from '@fairlot/contract';
import type { DoneKey } from './answer-text.ts';

/** The reason why a call was not done. */
export type FailReason = Exclude<Reason, 'ok'>;

/** A feature's answer: data or a refusal. Refusals are values; only internal failures are thrown. */
export type Answer<Data> =
  | { readonly ok: true; readonly data: Data; readonly says?: DoneKey | undefined }
  | { readonly ok: false; readonly reason: FailReason; readonly detail?: Readonly<Record<string, string>> | undefined };

/** A success. `says` is the key of its message when the general one is not enough. */
export function done<Data>(data: Data, says?: DoneKey): Answer<Data> {
  return { ok: true, data, says };
}

/** A refusal with its reason and the values for its message. */
export function refuse(reason: FailReason, detail?: Readonly<Record<string, string>>): Answer<never> {
  return detail === undefined ? { ok: false, reason } : { ok: false, reason, detail };
}

/** True for refusals that say nothing about the call: the same one may succeed soon. */
export function isTemporary(reason: string): reason is 'overloaded' | 'not_ready' {
  return reason === 'overloaded' || reason === 'not_ready';
}

/** Data that is already JSON text in UTF-8. Large answers that many clients share are serialised once. */
export class PreparedJson {
  readonly parts: readonly Buffer[];

  constructor(parts: readonly Buffer[]) {
    this.parts = parts;
  }
}
