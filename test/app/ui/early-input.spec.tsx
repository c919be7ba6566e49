import { act } from '@testing-library/react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { EarlyInput } from '../../../src/app/ui/early-input.ts';

/** Renders on the server, lets the person act, and hydrates. */
async function hydrateAfter(children: ReactNode, early: (root: HTMLElement) => void) {
  const root = document.createElement('div');
  document.body.append(root);
  const page = (
    <>
      {children}
      <EarlyInput />
    </>
  );
  root.innerHTML = renderToString(page);
  early(root);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const recovered = vi.fn();
  const app = await act(async () => hydrateRoot(root, page, { onRecoverableError: recovered }));
  onTestFinished(() => {
    act(() => app.unmount());
    root.remove();
  });
  expect(recovered).not.toHaveBeenCalled();
  // The replay is a task of its own.
  await act(async () => void (await vi.runAllTimersAsync()));
  return root;
}

function pick<T extends Element>(root: HTMLElement, selector: string, type: new () => T): T {
  const found = root.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`no ${selector}`);
  return found;
}

function Fields() {
  const [name, setName] = useState('');
  // React itself resets a text area that the server filled in; the app has none.
  const [note, setNote] = useState('');
  const [kind, setKind] = useState('a');
  const [isSure, setSure] = useState(false);
  const [isOn, setOn] = useState(true);
  const [side, setSide] = useState('left');
  return (
    <>
      <input id="name" value={name} onChange={(event) => setName(event.target.value)} />
      <textarea id="note" value={note} onChange={(event) => setNote(event.target.value)} />
      <select value={kind} onChange={(event) => setKind(event.target.value)}>
        <option value="a">a</option>
        <option value="b">b</option>
      </select>
      <input
        id="sure"
        type="checkbox"
        checked={isSure}
        onChange={(event) => setSure(event.target.checked)}
      />
      <input
        id="on"
        type="checkbox"
        checked={isOn}
        onChange={(event) => setOn(event.target.checked)}
      />
      {['left', 'right'].map((one) => (
        <input
          key={one}
          id={one}
          type="radio"
          name="side"
          checked={side === one}
          onChange={() => setSide(one)}
        />
      ))}
      <output>{JSON.stringify({ name, note, kind, isSure, isOn, side })}</output>
    </>
  );
}

const stateIn = (root: HTMLElement) => JSON.parse(root.querySelector('output')?.textContent ?? '');

test('keeps what was typed, chosen and ticked before hydration', async () => {
  const root = await hydrateAfter(<Fields />, (page) => {
    pick(page, '#name', HTMLInputElement).value = 'Ana';
    pick(page, '#note', HTMLTextAreaElement).value = 'Hi';
    pick(page, 'select', HTMLSelectElement).value = 'b';
    for (const id of ['sure', 'on', 'right']) pick(page, `#${id}`, HTMLInputElement).click();
  });
  const typed = { name: 'Ana', note: 'Hi', kind: 'b', isSure: true, isOn: false, side: 'right' };
  expect(stateIn(root)).toEqual(typed);
  expect(pick(root, '#name', HTMLInputElement).value).toBe('Ana');
  expect(pick(root, '#note', HTMLTextAreaElement).value).toBe('Hi');
  expect(pick(root, 'select', HTMLSelectElement).value).toBe('b');
  const ticked = [...root.querySelectorAll('input')].filter(({ checked }) => checked);
  expect(ticked.map(({ id }) => id)).toEqual(['sure', 'right']);
});

test('changes nothing that nobody touched', async () => {
  const root = await hydrateAfter(<Fields />, () => undefined);
  const rendered = { name: '', note: '', kind: 'a', isSure: false, isOn: true, side: 'left' };
  expect(stateIn(root)).toEqual(rendered);
});

test.each([
  ['with data-early is submitted once, with what was typed', true, ['Ana']],
  ['without it is not submitted', false, []],
])('a form that was submitted before hydration %s', async (_name, isEarly, expected) => {
  // React says, in development, that the mark was not rendered.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const sent: unknown[] = [];
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    sent.push(new FormData(event.currentTarget).get('name'));
  }
  function Form() {
    const [name, setName] = useState('');
    return (
      <form onSubmit={submit} {...(isEarly ? { 'data-early': true } : {})}>
        <input name="name" value={name} onChange={(event) => setName(event.target.value)} />
      </form>
    );
  }
  const root = await hydrateAfter(<Form />, (page) => {
    pick(page, 'input', HTMLInputElement).value = 'Ana';
    pick(page, 'form', HTMLFormElement).dataset.sent = '';
  });
  expect(sent).toEqual(expected);
  expect(root.querySelector('[data-sent]')).toBeNull();
});

test('a form that was not submitted stays unsent', async () => {
  const submit = vi.fn();
  await hydrateAfter(<form onSubmit={submit} data-early />, () => undefined);
  expect(submit).not.toHaveBeenCalled();
});

test('a choice is replayed once, however many parts hydrate', async () => {
  const chosen: string[] = [];
  function Choice() {
    const [value, setValue] = useState('a');
    function choose(next: string) {
      chosen.push(next);
      setValue(next);
    }
    return (
      <select value={value} onChange={(event) => choose(event.target.value)}>
        <option value="a">a</option>
        <option value="b">b</option>
      </select>
    );
  }
  const page = (
    <>
      <Choice />
      <EarlyInput />
      <EarlyInput />
    </>
  );
  await hydrateAfter(page, (root) => {
    pick(root, 'select', HTMLSelectElement).value = 'b';
  });
  expect(chosen).toEqual(['b']);
});
