import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** The claims of an answer; a test that attacks says something else than a browser would. */
export interface Said {
  readonly challenge: string;
  readonly origin: string;
  readonly rpId: string;
  /** False: the authenticator did not ask for a finger, face or PIN. */
  readonly verified?: boolean;
  readonly type?: string;
}

/** An authenticator with one passkey of ES256, which encodes and signs by itself. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(16);
  counter: number;
  readonly #key: KeyObject;
  readonly #coseKey: Buffer;
  #userHandle = '';

  /** `counter`: 0 for an authenticator without one. */
  constructor(counter = 1) {
    this.counter = counter;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const [left, right] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
    this.#coseKey = cborMap([
      [cborInt(1), cborInt(2)],
      [cborInt(3), cborInt(-7)],
      [cborInt(-1), cborInt(1)],
      [cborInt(-2), cborBytes(left)],
      [cborInt(-3), cborBytes(right)],
    ]);
  }

  /** Creates the passkey (RegistrationResponseJSON, attestation none). */
  create(said: Said, userHandle: string) {
    this.#userHandle = userHandle;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, this.#coseKey]);
    const attestationObject = cborMap([
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap([])],
      [cborText('authData'), cborBytes(Buffer.concat([this.#data(said, ATTESTED), attested]))],
    ]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: clientData('webauthn.create', said).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** Uses the passkey (AuthenticationResponseJSON). The counter rises first, where there is one. */
  use(said: Said, userHandle = this.#userHandle) {
    if (this.counter > 0) this.counter += 1;
    const client = clientData('webauthn.get', said);
    const data = this.#data(said, 0);
    const signature = sign('sha256', Buffer.concat([data, createHash('sha256').update(client).digest()]), this.#key);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle,
      },
    };
  }

  #named() {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key' as const };
  }

  /** Authenticator data (WebAuthn, 6.1). */
  #data({ rpId, verified = true }: Said, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    // oxlint-disable-next-line no-bitwise -- flags of one byte
    const byte = flags | PRESENT | (verified ? VERIFIED : 0);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([byte]), counter]);
  }
}

function clientData(type: string, { challenge, origin, type: other = type }: Said): Buffer {
  return Buffer.from(JSON.stringify({ type: other, challenge, origin, crossOrigin: false }));
}

/** Head of a CBOR item (RFC 8949, 3): its major type and its length or value, up to 65535. */
function head(major: number, value: number): Buffer {
  const first = major * 32;
  if (value < 24) return Buffer.from([first + value]);
  if (value < 256) return Buffer.from([first + 24, value]);
  return Buffer.from([first + 25, Math.floor(value / 256), value % 256]);
}
const cborInt = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([head(2, bytes.length), bytes]);
const cborText = (text: string): Buffer => Buffer.concat([head(3, Buffer.byteLength(text)), Buffer.from(text)]);
const cborMap = (entries: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);
