import { existsSync, readdirSync } from 'node:fs';
import { matchRoutes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { laterModules } from '../../src/bff/page/page-parts.ts';
import { allPages, pageAt } from '../../src/contract/api/pages.ts';

const key = '6f1c1c52-9f0e-4a0e-8d3e-2f7f5a1b9c11';
const notFound = 'not-found';

test('every page of the app is in the manifest, and no other', () => {
  const files = readdirSync('src/app/pages', { recursive: true, encoding: 'utf8' });
  const folders = files.flatMap((file) => /^(.+)\/page\.tsx$/.exec(file)?.[1] ?? []);
  expect(allPages.map(([folder]) => folder).sort()).toEqual(folders.sort());
});

test('a page that begins with something has a loader for it', () => {
  const begun = allPages.filter(([, { data }]) => data).map(([folder]) => folder);
  expect(begun.filter((folder) => !existsSync(`src/app/pages/${folder}/loader.ts`))).toEqual([]);
});

test.each(laterModules)('%s is a module of the app', (module) => {
  expect(existsSync(`src/app/${module}`)).toBe(true);
});

const routes = allPages.map(([folder, { path }]) => ({ path, id: folder }));
const addresses = allPages.flatMap(([, { path }]) => {
  const address = path.replace('*', '/nowhere').replace(':id', '12').replace(':key', key);
  return [address, `${address}/`, address.toUpperCase(), `${address}/no/such/page`];
});

test.each([...addresses, '/send/12', '//'])(
  'the server finds the page at %s that the router shows there',
  (address) => {
    const shown = matchRoutes(routes, address)?.at(-1)?.route.id;
    const url = { pathname: address, searchParams: new URLSearchParams() };
    expect(pageAt(url)?.folder ?? notFound).toBe(shown);
  },
);

test.each(['/recipients/012', '/transfers/abc', '/recipients/:id', '/sends/12', `/sends/${key}0`])(
  'what can be no id or key, as in %s, is no page to the server',
  (pathname) => {
    expect(pageAt({ pathname, searchParams: new URLSearchParams() })).toBeUndefined();
  },
);

test.each([
  ['/recipients/12/edit', { id: '12', key: '' }],
  [`/sends/${key.toUpperCase()}`, { id: '', key }],
])('%s tells what is asked for', (pathname, asked) => {
  const found = pageAt({ pathname, searchParams: new URLSearchParams('q=1') });
  expect(found?.asked).toMatchObject(asked);
  expect(found?.asked.search.get('q')).toBe('1');
});
