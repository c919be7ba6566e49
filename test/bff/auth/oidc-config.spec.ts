import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/bff/config/config.ts';
import { configErrors } from '../../support/config-errors.ts';

const provider = {
  PUBLIC_ORIGIN: 'https://giro.example',
  OIDC_ISSUER: 'https://login.example/realms/giro/',
  OIDC_CLIENT_ID: 'client',
  OIDC_CLIENT_SECRET: 'a secret',
};

test('three variables and PUBLIC_ORIGIN configure a provider, its issuer unchanged', () => {
  expect(readConfig(provider).oidc).toEqual({
    issuer: provider.OIDC_ISSUER,
    clientId: 'client',
    clientSecret: 'a secret',
    clientAuth: null,
    roleClaim: 'giro_role',
    stepUpAcr: [],
    publicOrigin: provider.PUBLIC_ORIGIN,
  });
  const claim = { OIDC_ROLE_CLAIM: 'realm_access.roles' };
  expect(readConfig({ ...provider, ...claim }).oidc?.roleClaim).toBe('realm_access.roles');
});

describe('an incomplete provider', () => {
  const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;

  test.each(names)('without %s reports only that one', (missing) => {
    const lines = configErrors({ ...provider, [missing]: '' });
    expect(lines).toEqual([`${missing}: missing; set all three of OIDC_*, or none`]);
  });

  test.each(names)('with %s alone reports the two others', (only) => {
    const lines = configErrors({ [only]: provider[only] });
    expect(lines.map((line) => line.split(':')[0])).toEqual(names.filter((name) => name !== only));
  });

  test('without PUBLIC_ORIGIN reports it', () => {
    expect(configErrors({ ...provider, PUBLIC_ORIGIN: '' })[0]).toMatch(
      /^PUBLIC_ORIGIN: missing; OIDC_\* needs it/,
    );
  });
});

test.each(['http://login.example', 'login.example', 'ftp://localhost', 'https://'])(
  'refuses the issuer %s',
  (OIDC_ISSUER) => {
    expect(configErrors({ ...provider, OIDC_ISSUER })[0]).toMatch(/^OIDC_ISSUER: \S+ \S+/);
  },
);

test.each(['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000/'])(
  'accepts http on this machine: %s',
  (OIDC_ISSUER) => {
    expect(readConfig({ ...provider, OIDC_ISSUER }).oidc?.issuer).toBe(OIDC_ISSUER);
  },
);
