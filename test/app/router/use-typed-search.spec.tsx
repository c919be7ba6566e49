import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLayoutEffect, useRef } from 'react';
import { createMemoryRouter, RouterProvider, useNavigate, useSearchParams } from 'react-router-dom';
import { expect, test } from 'vitest';
import { RouterContext } from '../../../src/app/router/use-destination.ts';
import { useTypedSearch } from '../../../src/app/router/use-typed-search.ts';
import { eventually } from '../../support/eventually.ts';

/** Each text that the box has shown: what React renders and drops is never seen. */
const shown: string[] = [];

function Box() {
  const box = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const go = (q: string, role: string) => navigate(`/?${new URLSearchParams({ q, role })}`);
  const [text, type] = useTypedSearch(box, search.get('q') ?? '', (typed) => go(typed, ''));
  useLayoutEffect(() => void shown.push(text));
  return (
    <>
      <input ref={box} aria-label="Search" value={text} onChange={(e) => type(e.target.value)} />
      <button type="button" onClick={() => void go(box.current?.value ?? '', 'admin')}>
        Admins
      </button>
      <output>{search.get('role')}</output>
    </>
  );
}

/** The box on a page whose every search is loaded when `loads` says so. */
async function openBox() {
  shown.length = 0;
  const loads: (() => void)[] = [];
  const loader = ({ request }: { request: Request }) =>
    new URL(request.url).search === ''
      ? null
      : new Promise<null>((resolve) => loads.push(() => resolve(null)));
  const router = createMemoryRouter([{ path: '/', loader, element: <Box /> }]);
  render(
    <RouterContext value={router}>
      <RouterProvider router={router} />
    </RouterContext>,
  );
  const box = await screen.findByLabelText('Search');
  return { box, loads, router, user: userEvent.setup() };
}

test('the box keeps what was typed while a choice takes over from its search', async () => {
  const { box, loads, user } = await openBox();
  await user.type(box, 'ana');
  await eventually(() => expect(loads).toHaveLength(1));
  await user.click(screen.getByRole('button'));
  await eventually(() => expect(loads).toHaveLength(2));
  // As long as a slow list takes, with more choices in between.
  await user.click(screen.getByRole('button'));
  await eventually(() => expect(loads).toHaveLength(3));
  expect(box).toHaveValue('ana');
  await act(async () => loads[2]?.());
  expect(await screen.findByText('admin')).toBeVisible();
  expect(box).toHaveValue('ana');
  expect(shown.slice(shown.indexOf('ana'))).not.toContain('');
});

test('the box shows what was searched once that is shown, as after Back', async () => {
  const { box, loads, router, user } = await openBox();
  await user.type(box, 'ana');
  await eventually(() => expect(loads).toHaveLength(1));
  await act(async () => loads[0]?.());
  await act(() => router.navigate(-1));
  await eventually(() => expect(box).toHaveValue(''));
});
