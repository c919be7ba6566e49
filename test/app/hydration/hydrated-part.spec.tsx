import { act, fireEvent } from '@testing-library/react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { useForm } from 'react-hook-form';
import { expect, onTestFinished, test, vi } from 'vitest';
import { NoteField } from '../../../src/app/cases/note-field.tsx';
import { FormTextField } from '../../../src/app/form/form-fields.tsx';
import {
  EarlyForm,
  Hydrated,
  HydratedApart,
  useHydrated,
} from '../../../src/app/hydration/hydrated-part.tsx';
import { renderOver } from '../../../src/app/hydration/render-over.ts';
import { ConfirmBox } from '../../../src/app/pages/send/resend-confirmation.tsx';
import { AmountField } from '../../../src/app/ui/amount-field.tsx';
import { ChoiceChips } from '../../../src/app/ui/chips.tsx';
import { Combobox } from '../../../src/app/ui/combobox.tsx';
import { SelectField } from '../../../src/app/ui/select-field.tsx';
import { TextField } from '../../../src/app/ui/text-field.tsx';
import { Around } from '../../support/render-ui.tsx';
import { translateTexts } from '../../support/translate.ts';

/** A page as the server renders it. */
function serve(page: ReactNode): HTMLElement {
  const root = document.createElement('div');
  document.body.append(root);
  onTestFinished(() => root.remove());
  root.innerHTML = renderToString(page);
  return root;
}

/** Renders on the server, lets the person act, and hydrates. */
async function hydrateAfter(children: ReactNode, early: (root: HTMLElement) => void) {
  const page = (
    <Around>
      <Hydrated>{children}</Hydrated>
    </Around>
  );
  const root = serve(page);
  early(root);
  const recovered = vi.fn();
  const app = await act(async () => hydrateRoot(root, page, { onRecoverableError: recovered }));
  onTestFinished(() => act(() => app.unmount()));
  expect(recovered).not.toHaveBeenCalled();
  return root;
}

function pick<T extends Element>(root: HTMLElement, selector: string, type: new () => T): T {
  const found = root.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`no ${selector}`);
  return found;
}

const input = (root: HTMLElement, name: string) => pick(root, `[name=${name}]`, HTMLInputElement);

const noteIn = (root: HTMLElement) => pick(root, 'textarea', HTMLTextAreaElement);

const stateIn = (root: HTMLElement) => JSON.parse(root.querySelector('output')?.textContent ?? '');

const options = [
  { value: 'a', label: 'Austria' },
  { value: 'b', label: 'Brazil' },
];

/** A controlled field of each kind. */
function Fields() {
  const [name, setName] = useState('');
  const [amount, setAmount] = useState('');
  const [currency, setCurrency] = useState('USD');
  const [kind, setKind] = useState('a');
  const [side, setSide] = useState('a');
  const [country, setCountry] = useState('');
  const [isSure, setSure] = useState(false);
  const [note, setNote] = useState('');
  const form = useForm({ defaultValues: { city: '' } });
  const city = form.watch('city');
  // Renders everything again right after hydration, as many pages do.
  const isHydrated = useHydrated();
  const currencies = ['USD', 'EUR'].map((value) => ({ value, label: value }));
  return (
    <>
      <TextField label="Name" name="name" value={name} onChange={(text) => setName(text)} />
      <FormTextField label="City" control={form.control} name="city" />
      <AmountField
        label="Amount"
        name="amount"
        value={amount}
        onChange={(text) => setAmount(text)}
        currency={currency}
        currencies={currencies}
        onCurrencyChange={setCurrency}
      />
      <SelectField label="Kind" name="kind" options={options} value={kind} onChange={setKind} />
      <ChoiceChips label="Side" name="side" options={options} value={side} onChange={setSide} />
      <Combobox
        label="Country"
        name="country"
        items={options}
        value={country}
        onChange={setCountry}
      />
      <ConfirmBox name="sure" checked={isSure} onConfirm={setSure}>
        Sure
      </ConfirmBox>
      <NoteField label="Note" rows={2} value={note} onChange={setNote} />
      <output data-alive={isHydrated}>
        {JSON.stringify({ name, city, amount, currency, kind, side, country, isSure, note })}
      </output>
    </>
  );
}

test('every kind of controlled field keeps what was entered before hydration', async () => {
  const root = await hydrateAfter(<Fields />, (page) => {
    input(page, 'name').value = 'Ana';
    input(page, 'city').value = 'Lima';
    input(page, 'amount').value = '100000';
    pick(page, 'select', HTMLSelectElement).value = 'EUR';
    pick(page, '[name=kind]', HTMLSelectElement).value = 'b';
    pick(page, '[name=side][value=b]', HTMLInputElement).click();
    input(page, 'country').value = 'brazil';
    input(page, 'sure').click();
    noteIn(page).value = 'Called\ntwice';
  });
  expect(stateIn(root)).toEqual({
    name: 'Ana',
    city: 'Lima',
    amount: '100000',
    currency: 'EUR',
    kind: 'b',
    side: 'b',
    country: 'b',
    isSure: true,
    note: 'Called\ntwice',
  });
  expect(input(root, 'name').value).toBe('Ana');
  expect(input(root, 'city').value).toBe('Lima');
  expect(input(root, 'amount').value).toBe('100000');
  expect(pick(root, 'select', HTMLSelectElement).value).toBe('EUR');
  expect(input(root, 'country').value).toBe('Brazil');
  expect(input(root, 'sure').checked).toBe(true);
  expect(noteIn(root).value).toBe('Called\ntwice');
});

test('changes nothing that nobody touched', async () => {
  const root = await hydrateAfter(<Fields />, () => undefined);
  expect(stateIn(root)).toEqual({
    name: '',
    city: '',
    amount: '',
    currency: 'USD',
    kind: 'a',
    side: 'a',
    country: '',
    isSure: false,
    note: '',
  });
});

test('a text of no option stays as it was typed', async () => {
  const root = await hydrateAfter(<Fields />, (page) => {
    input(page, 'country').value = 'bra';
  });
  expect(input(root, 'country').value).toBe('bra');
  expect(stateIn(root).country).toBe('');
});

/** A field into which a key is pressed after React has rendered it, and before it commits. */
function typedWhileRendering(before: string, between: string) {
  const pages: HTMLElement[] = [];
  let isPressed = false;
  function Key() {
    const [page] = pages;
    if (page && !isPressed) {
      isPressed = true;
      input(page, 'name').value += between;
    }
    return null;
  }
  function Field() {
    const [name, setName] = useState('');
    return (
      <>
        <TextField label="Name" name="name" value={name} onChange={(text) => setName(text)} />
        <output>{JSON.stringify({ name })}</output>
        <Key />
      </>
    );
  }
  return hydrateAfter(<Field />, (page) => {
    pages.push(page);
    input(page, 'name').value = before;
  });
}

test('a key while React renders the field is not replaced by the text of before', async () => {
  const root = await typedWhileRendering('1', '0');
  expect(input(root, 'name').value).toBe('10');
  expect(stateIn(root).name).toBe('10');
});

test('going back to the text that React found while rendering is noticed', async () => {
  const root = await typedWhileRendering('1', '0');
  const field = input(root, 'name');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '1');
  fireEvent(field, new InputEvent('input', { bubbles: true }));
  expect(stateIn(root).name).toBe('1');
});

test('caret and selection stay where they were', async () => {
  const root = await hydrateAfter(<Fields />, (page) => {
    const field = input(page, 'name');
    // user-event, if a spec of this realm has set it up, moves the caret of every field that it sees get the focus.
    const hide = (event: Event) => event.stopImmediatePropagation();
    window.addEventListener('focusin', hide, { capture: true });
    field.focus();
    window.removeEventListener('focusin', hide, { capture: true });
    field.value = 'Ana María';
    field.setSelectionRange(2, 5, 'backward');
  });
  const { selectionStart, selectionEnd, selectionDirection } = input(root, 'name');
  expect([selectionStart, selectionEnd, selectionDirection]).toEqual([2, 5, 'backward']);
  expect(document.activeElement).toBe(input(root, 'name'));
});

test('a part that hydrates later keeps its own fields', async () => {
  const late = Promise.withResolvers<void>();
  let isThere = true;
  function Late() {
    if (!isThere) throw late.promise;
    return <Fields />;
  }
  const page = (
    <Around>
      <Hydrated>
        <TextField label="First" name="first" />
        <HydratedApart>
          <Late />
        </HydratedApart>
      </Hydrated>
    </Around>
  );
  const root = serve(page);
  isThere = false;
  input(root, 'name').value = '1';
  const app = await act(async () => hydrateRoot(root, page));
  onTestFinished(() => act(() => app.unmount()));
  input(root, 'name').value = '10';
  isThere = true;
  await act(async () => late.resolve());
  expect(input(root, 'name').value).toBe('10');
  expect(stateIn(root).name).toBe('10');
});

type FormProps = { onSubmit: (event: FormEvent<HTMLFormElement>) => void; isEarly?: boolean };

function Form({ onSubmit, isEarly = true }: FormProps) {
  const [name, setName] = useState('');
  const field = (
    <TextField label="Name" name="name" value={name} onChange={(text) => setName(text)} />
  );
  return isEarly ? (
    <EarlyForm onSubmit={onSubmit}>{field}</EarlyForm>
  ) : (
    <form onSubmit={onSubmit}>{field}</form>
  );
}

/** A form's handler that keeps the names that it was submitted with. */
function submissions() {
  const names: unknown[] = [];
  return {
    names,
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      names.push(new FormData(event.currentTarget).get('name'));
    },
  };
}

test.each([
  [true, ['Ana']],
  [false, []],
])(
  'a form (early: %s) that was submitted before hydration is submitted with what was typed: %j',
  async (isEarly, expected) => {
    // React says, in development, that the mark was not rendered.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { names, onSubmit } = submissions();
    await hydrateAfter(<Form onSubmit={onSubmit} isEarly={isEarly} />, (page) => {
      input(page, 'name').value = 'Ana';
      pick(page, 'form', HTMLFormElement).dataset.sent = '';
    });
    expect(names).toEqual(expected);
  },
);

test('a form that was not submitted stays unsent', async () => {
  const { names, onSubmit } = submissions();
  await hydrateAfter(<Form onSubmit={onSubmit} />, () => undefined);
  expect(names).toEqual([]);
});

test.each([
  ['another', { isAlike: false, isTranslated: false }],
  ['its translation', { isAlike: true, isTranslated: true }],
])('a page that is rendered over %s takes along what was entered there', async (_over, how) => {
  const { names, onSubmit } = submissions();
  const pageOf = (note: string) => (
    <Around>
      <p>{note}</p>
      <Form onSubmit={onSubmit} />
      <Fields />
    </Around>
  );
  const root = serve(pageOf('as the server knows it'));
  if (how.isTranslated) translateTexts(root);
  const [first] = root.querySelectorAll<HTMLInputElement>('[name=name]');
  if (!first) throw new Error('no field');
  first.value = 'Ana';
  first.focus();
  first.setSelectionRange(1, 1);
  input(root, 'amount').value = '100000';
  pick(root, '[name=kind]', HTMLSelectElement).value = 'b';
  pick(root, '[name=side][value=b]', HTMLInputElement).click();
  input(root, 'sure').click();
  noteIn(root).value = 'Called';
  pick(root, 'form', HTMLFormElement).dataset.sent = '';
  const app = createRoot(root);
  onTestFinished(() => act(() => app.unmount()));
  act(() => {
    const render = () => flushSync(() => app.render(pageOf('as this tab knows it')));
    renderOver(root, render, how);
  });
  expect(root).toHaveTextContent('as this tab knows it');
  expect(names).toEqual(['Ana']);
  const kept = { name: '', amount: '100000', kind: 'b', side: 'b', isSure: true, note: 'Called' };
  expect(stateIn(root)).toMatchObject(kept);
  const focused = input(root, 'name');
  expect(focused.value).toBe('Ana');
  expect(document.activeElement).toBe(focused);
  expect(focused.selectionStart).toBe(1);
});

test('a page that is rendered over the translation of another enters nothing of it', () => {
  const pageOf = (currency: string) => (
    <Around>
      <TextField label={`You send, in ${currency}`} name="sends" />
    </Around>
  );
  const root = serve(pageOf('CLP'));
  translateTexts(root);
  input(root, 'sends').value = '100000';
  const app = createRoot(root);
  onTestFinished(() => act(() => app.unmount()));
  act(() => {
    renderOver(root, () => flushSync(() => app.render(pageOf('USD'))), { isAlike: false });
  });
  expect(root).toHaveTextContent('You send, in USD');
  expect(input(root, 'sends').value).toBe('');
});
