import { describe, expect, it } from 'vitest';
import { checkWallet } from '../../../../src/app/accounts/check-digits/wallet.ts';

const wrong = { kind: 'address' };
const flip = (letter: string) =>
  letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();

describe('EIP-55', () => {
  // Test vectors of the proposal.
  const normal = [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ];
  const oneCase = [
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
  ];

  it.each([...normal, ...oneCase])('accepts %s', (address) => {
    expect(checkWallet(address)).toBeNull();
    expect(checkWallet(address, 'ETH')).toBeNull();
    expect(checkWallet(address.toLowerCase())).toBeNull();
  });

  it.each(normal)('rejects %s with one letter in the other case', (address) => {
    const wrongCase = address.replace(/[a-f](?=[^a-f]*$)/i, flip);
    expect(checkWallet(wrongCase)).toEqual(wrong);
  });

  it('rejects an address without 40 hexadecimal digits', () => {
    const [address = ''] = normal;
    const typo = { kind: 'length', of: 'hex', expected: 42, given: 41 };
    expect(checkWallet(address.slice(0, -1))).toEqual(typo);
    expect(checkWallet(`${address.slice(0, -1)}g`)).toEqual({ kind: 'shape' });
  });
});

describe('bech32 and bech32m', () => {
  // Test vectors of BIP 350.
  it.each([
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
    'BC1SW50QGDZ25J',
    'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
    'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
    'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ])('accepts %s', (address) => {
    expect(checkWallet(address)).toBeNull();
  });

  it.each([
    [
      'the check of the other version',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    ],
    [
      'the check of the other version',
      'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
    ],
    ['the check of the other version', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh'],
    [
      'a character of another alphabet',
      'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
    ],
    ['an unknown version', 'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R'],
    ['too short a program', 'bc1pw5dgrnzv'],
    [
      'too long a program',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
    ],
    ['the length of no version 0', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P'],
    ['both cases', 'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq'],
    ['too much padding', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf'],
    ['no data', 'bc1gmk9yu'],
  ])('rejects %s: %s', (_, address) => {
    expect(checkWallet(address)).toEqual(wrong);
  });
});

describe('base58check', () => {
  const addresses = [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  ];
  it.each(addresses)('accepts %s', (address) => {
    expect(checkWallet(address, 'BTC')).toBeNull();
    expect(checkWallet(address)).toBeNull();
  });
  it.each(addresses)('rejects %s with one character changed or left out', (address) => {
    expect(checkWallet(address.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')))).toEqual(wrong);
    expect(checkWallet(address.slice(0, -1), 'BTC')).toEqual(wrong);
    expect(checkWallet(address.replace(/.$/, '0'))).toEqual(wrong);
  });
});

describe('the asset', () => {
  const bitcoin = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
  const ethereum = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  it.each([
    [bitcoin, 'ETH'],
    [ethereum, 'BTC'],
    ['my wallet', 'BTC'],
  ])('says that %s is no address for %s', (address, expected) => {
    expect(checkWallet(address, expected)).toEqual({ kind: 'other-asset', expected });
  });

  it('accepts any address for an asset it does not know', () => {
    expect(checkWallet(ethereum, 'USDT')).toBeNull();
    expect(checkWallet('DYw8jCTfwHNRJhhmFcbXvVDTqWMEVFBX6ZKUmG5CNSKK', 'SOL')).toBeNull();
    expect(checkWallet('rDsbeomae4FXwgQTJp9Rs64Qg9vDiTCdBv', 'XRP')).toBeNull();
  });
});
