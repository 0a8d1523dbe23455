import { addPasskey } from '@fairlot/client';
import type { OwnerProof, PasskeyAnswer } from '@fairlot/client';
import { api } from '../../shared/services/services.ts';

/** True if the browser has passkeys for this address. Addresses without a name have none. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);
}

/** True for the end of a dialog that the user closed, or that another dialog replaced. */
export function isDismissed(error: unknown): boolean {
  return error instanceof Error && ['AbortError', 'NotAllowedError'].includes(error.name);
}

/**
 * Asks for a passkey of this site, by a dialog of the browser. With `autofill` the browser offers them at the field of
 * the account instead, and the promise waits for a choice. Rejects when the user closes the dialog.
 */
export async function askPasskey({ autofill = false } = {}): Promise<PasskeyAnswer> {
  const [{ startAuthentication }, options] = await Promise.all([
    import('@simplewebauthn/browser'),
    api.call('passkeyOptions', {}, { quiet: autofill }),
  ]);
  const { id, rawId, response } = await startAuthentication({ optionsJSON: options, useBrowserAutofill: autofill });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const answer = { clientDataJSON, authenticatorData, signature, userHandle: userHandle ?? null };
  return { id, rawId, type: 'public-key', response: answer };
}

/** Offers passkeys at the field of the account, where the browser can; undefined where it cannot. */
export async function offerPasskeys(): Promise<PasskeyAnswer | undefined> {
  if (!hasPasskeys()) return undefined;
  const { browserSupportsWebAuthnAutofill } = await import('@simplewebauthn/browser');
  return (await browserSupportsWebAuthnAutofill()) ? askPasskey({ autofill: true }) : undefined;
}

/** Ends an offer that still waits. */
export async function endOffer(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser');
  WebAuthnAbortService.cancelCeremony();
}

/** Creates a passkey by a dialog of the browser and adds it. Returns recovery codes with the first second factor. */
export async function createPasskey(name: string, proof: Required<OwnerProof>): Promise<readonly string[]> {
  const [{ startRegistration }, options] = await Promise.all([
    import('@simplewebauthn/browser'),
    api.call('passkeyBegin', proof, {}),
  ]);
  const { id, rawId, response } = await startRegistration({
    optionsJSON: options,
  });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const created = {
    id,
    rawId,
    type: 'public-key' as const,
    response: { clientDataJSON, attestationObject, transports },
  };
  return addPasskey(api, name, created, { announce: true });
}
