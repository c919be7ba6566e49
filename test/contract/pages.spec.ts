import { existsSync, readdirSync } from 'node:fs';
import { matchRoutes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { allPages, pageAt } from '../../src/contract/api/pages.ts';

const key = '6f1c1c52-9f0e-4a0e-8d3e-2f7f5a1b9c11';
const notFound = 'not-found';

test('the table lists exactly the pages of the app', () => {
  const files = readdirSync('src/app/pages', { recursive: true, encoding: 'utf8' });
  const folders = files.flatMap((file) => /^(.+)\/page\.tsx$/.exec(file)?.[1] ?? []);
  expect(allPages.map(([folder]) => folder).sort()).toEqual(folders.sort());
});

test('a page with data has a loader', () => {
  const withData = allPages.filter(([, { data }]) => data).map(([folder]) => folder);
  expect(withData.filter((folder) => !existsSync(`src/app/pages/${folder}/loader.ts`))).toEqual([]);
});

const routes = allPages.map(([folder, { path }]) => ({ path, id: folder }));
const addresses = allPages.flatMap(([, { path }]) => {
  const address = path
    .replace('*', '/nowhere')
    .replace(':id', '12')
    .replace(/:(key|user)/, key);
  return [address, `${address}/`, address.toUpperCase(), `${address}/no/such/page`];
});

test.each([...addresses, '/send/12', '//'])(
  'the server finds the same page as the router at %s',
  (address) => {
    const shown = matchRoutes(routes, address)?.at(-1)?.route.id;
    const url = { pathname: address, searchParams: new URLSearchParams() };
    expect(pageAt(url)?.folder ?? notFound).toBe(shown);
  },
);

test.each(['/recipients/012', '/transfers/abc', '/recipients/:id', '/sends/12', `/sends/${key}0`])(
  'the server finds no page at %s, whose id or key is invalid',
  (pathname) => {
    expect(pageAt({ pathname, searchParams: new URLSearchParams() })).toBeUndefined();
  },
);

test.each([
  ['/recipients/12/edit', { id: '12', key: '' }],
  [`/sends/${key.toUpperCase()}`, { id: '', key }],
])('returns the parameters of %s', (pathname, asked) => {
  const found = pageAt({ pathname, searchParams: new URLSearchParams('q=1') });
  expect(found?.asked).toMatchObject(asked);
  expect(found?.asked.search.get('q')).toBe('1');
});
