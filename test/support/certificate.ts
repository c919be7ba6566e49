import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A new key and a certificate for localhost, signed by itself, of two days. */
export function createCertificate(): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const serial = randomBytes(15);
  // A name of its own: of two trusted certificates with one name, a client finds only the first.
  const subject = `localhost ${serial.toString('hex')}`;
  const name = sequence(set(sequence(oid(commonName), utf8(subject))));
  const now = Date.now();
  // RFC 5280, section 4.1.
  const unsigned = sequence(
    der(0xa0, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), serial])),
    sequence(oid(ecdsaWithSha256)),
    name,
    sequence(time(now - hourMs), time(now + 48 * hourMs)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        sequence(oid(basicConstraints), octets(sequence(der(0x01, Buffer.of(0xff))))),
        sequence(oid(subjectAltName), octets(sequence(dns('localhost'), ip(127, 0, 0, 1)))),
      ),
    ),
  );
  const signature = sign('sha256', unsigned, privateKey);
  const signed = sequence(unsigned, sequence(oid(ecdsaWithSha256)), bits(signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${signed.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

const hourMs = 3_600_000;

// Object identifiers, encoded.
const commonName = '550403';
const basicConstraints = '551d13';
const subjectAltName = '551d11';
const ecdsaWithSha256 = '2a8648ce3d040302';

/** A value of the Distinguished Encoding Rules, X.690. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  const size = length < 0x80 ? [length] : long;
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const set = (...parts: Buffer[]) => der(0x31, ...parts);
const integer = (bytes: Buffer) => der(0x02, bytes);
const oid = (encoded: string) => der(0x06, Buffer.from(encoded, 'hex'));
const utf8 = (text: string) => der(0x0c, Buffer.from(text));
const octets = (content: Buffer) => der(0x04, content);
/** Of whole bytes. */
const bits = (content: Buffer) => der(0x03, Buffer.of(0), content);
const dns = (name: string) => der(0x82, Buffer.from(name));
const ip = (...bytes: number[]) => der(0x87, Buffer.from(bytes));
/** UTCTime, which has no century. */
const time = (at: number) =>
  der(0x17, Buffer.from(`${new Date(at).toISOString().replace(/^..|[-:T]|\.\d+/g, '')}`));
