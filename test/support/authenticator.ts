import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type {
  NewPasskey,
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '../../src/contract/api/passkeys.ts';

type Way = {
  /** Where the page is that asks. */
  origin?: string;
  /** What the authenticator signs for, whatever the options say. */
  rpId?: string;
  verified?: boolean;
  counter?: number;
  crossOrigin?: boolean;
};

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** An authenticator with one key, as a browser at `origin` would drive it (WebAuthn level 3, section 6). */
export function createAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  const key = createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' }));
  let userHandle: string | undefined;
  let counter = 0;

  function clientDataJSON(type: string, challenge: string, way: Way) {
    const data = { type, challenge, origin: way.origin ?? origin };
    return Buffer.from(JSON.stringify({ ...data, crossOrigin: way.crossOrigin ?? false }));
  }

  function authenticatorData(rpId: string, way: Way, attested?: Buffer) {
    counter += 1;
    const flags = 0x01 | (way.verified === false ? 0 : 0x04) | (attested ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(way.counter ?? counter);
    const rpIdHash = sha256(Buffer.from(way.rpId ?? rpId));
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  }

  const named = { id: id.toString('base64url'), rawId: id.toString('base64url') };

  return {
    id: named.id,
    /** Makes the passkey. */
    create({ challenge, rp, user }: PasskeyCreationOptions, way: Way = {}): NewPasskey {
      userHandle = user.id;
      const coseKey = cborMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey]);
      const attestation = cborMap([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', authenticatorData(rp.id, way, attested)],
      ]);
      return {
        ...named,
        type: 'public-key',
        response: {
          clientDataJSON: clientDataJSON('webauthn.create', challenge, way).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** Signs a challenge. */
    get({ challenge, rpId }: PasskeyRequestOptions, way: Way = {}): PasskeyAssertion {
      const client = clientDataJSON('webauthn.get', challenge, way);
      const data = authenticatorData(rpId, way);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), key);
      return {
        ...named,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(userHandle !== undefined && { userHandle }),
        },
      };
    },
  };
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

type Cbor = string | number | Buffer | Map<string, string>;

/** The few kinds of CBOR (RFC 8949) that a registration has. */
function cborMap(entries: [Cbor, Cbor][]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (value instanceof Map) return head(5, 0);
  const bytes = Buffer.from(value);
  return Buffer.concat([head(typeof value === 'string' ? 3 : 2, bytes.length), bytes]);
}

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
}
