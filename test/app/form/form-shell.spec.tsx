import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { applyServerErrors, type ServerProblem } from '../../../src/app/form/field-errors.ts';
import {
  FormChoiceChips,
  FormCombobox,
  FormSelectField,
  FormTextField,
} from '../../../src/app/form/form-fields.tsx';
import { FormShell } from '../../../src/app/form/form-shell.tsx';
import { renderUi } from '../../support/render-ui.tsx';

type Values = { alias: string; bank: { bank_id: string; bank_type: string }; category: string };

const fieldNames = ['category', 'bank.bank_id', 'bank.bank_type', 'alias'] as const;

function required(values: Values): FieldErrors<Values> {
  return {
    // In another order than on the screen.
    ...(values.alias === '' && { alias: { type: 'required', message: 'Type a name' } }),
    ...(values.bank.bank_id === '' && {
      bank: { bank_id: { type: 'required', message: 'Choose a bank' } },
    }),
  };
}

type RecipientProps = { save: (values: Values) => Promise<ServerProblem | undefined> };

function Recipient({ save }: RecipientProps) {
  const form = useForm<Values>({
    defaultValues: { alias: '', bank: { bank_id: '', bank_type: '' }, category: 'bank' },
    resolver: (values) => {
      const errors = required(values);
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
    },
  });
  const { control } = form;
  const [loading, setLoading] = useState(false);
  const [submitError, setSubmitError] = useState<string[]>([]);

  async function submit(values: Values) {
    setLoading(true);
    setSubmitError([]);
    const problem = await save(values);
    if (problem) setSubmitError(applyServerErrors(form, problem, fieldNames));
    setLoading(false);
  }

  return (
    <FormShell
      form={form}
      onSubmit={submit}
      loading={loading}
      submitError={submitError}
      submitLabel="Save recipient"
    >
      <FormChoiceChips
        control={control}
        name="category"
        label="Paid to"
        options={[
          { value: 'bank', label: 'Bank account' },
          { value: 'wallet', label: 'Wallet' },
        ]}
      />
      <FormCombobox
        control={control}
        name="bank.bank_id"
        label="Bank"
        items={[{ value: '7', label: 'Bancolombia' }]}
      />
      <FormSelectField
        control={control}
        name="bank.bank_type"
        label="Account type"
        placeholder="Choose"
        options={[{ value: 'savings', label: 'Savings' }]}
      />
      <FormTextField control={control} name="alias" label="Nickname" optional />
    </FormShell>
  );
}

const save = () => screen.getByRole('button', { name: 'Save recipient' });
const summary = (heading: string) => screen.findByRole('region', { name: heading });
const alias = () => screen.getByRole('textbox', { name: /Nickname/ });

test('a failed submit focuses the summary, which follows the order of the screen', async () => {
  const onSave = vi.fn();
  const { user } = renderUi(<Recipient save={onSave} />);
  await user.click(save());
  const region = await summary('2 things to fix');
  expect(region).toHaveFocus();
  expect(
    within(region)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Choose a bank', 'Type a name']);
  expect(onSave).not.toHaveBeenCalled();
});

test('each error is also shown at its field, and its line links there', async () => {
  const { user } = renderUi(<Recipient save={vi.fn()} />);
  await user.click(save());
  await user.click(await screen.findByRole('link', { name: /Type a name/ }));
  expect(alias()).toHaveFocus();
  expect(alias()).toHaveAccessibleDescription('Type a name');
  // Once in the summary and once at the field.
  expect(screen.getAllByText('Type a name')).toHaveLength(2);
});

test('a line disappears with its error and leaves the focus where it is', async () => {
  const { user } = renderUi(<Recipient save={vi.fn()} />);
  await user.click(save());
  await user.type(alias(), 'Ana');
  expect(await summary('1 thing to fix')).toBeInTheDocument();
  expect(alias()).toHaveFocus();
});

test('an error that first appears while typing is not added to the summary', async () => {
  const { user } = renderUi(<Recipient save={vi.fn()} />);
  await user.type(alias(), 'Ana');
  await user.click(save());
  await summary('1 thing to fix');
  await user.clear(alias());
  await waitFor(() => expect(alias()).toHaveAccessibleDescription('Type a name'));
  expect(screen.getByRole('region', { name: '1 thing to fix' })).toBeInTheDocument();
  expect(alias()).toHaveFocus();
});

test('submits the values of all fields', async () => {
  const onSave = vi.fn(async () => undefined);
  const { user } = renderUi(<Recipient save={onSave} />);
  await user.click(screen.getByRole('radio', { name: 'Wallet' }));
  await user.type(screen.getByRole('combobox', { name: 'Bank' }), 'banco{Enter}');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Account type' }), 'Savings');
  await user.type(alias(), 'Ana');
  await user.click(save());
  await waitFor(() =>
    expect(onSave).toHaveBeenCalledExactlyOnceWith({
      alias: 'Ana',
      bank: { bank_id: '7', bank_type: 'savings' },
      category: 'wallet',
    }),
  );
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
});

test('shows the server’s errors at their fields and the rest in the summary', async () => {
  const { user } = renderUi(
    <Recipient
      save={async () => ({
        message: 'error creating destination account',
        errors: { alias: ['has already been taken'], dni: ['is invalid'] },
      })}
    />,
  );
  await user.type(screen.getByRole('combobox', { name: 'Bank' }), 'banco{Enter}');
  await user.type(alias(), 'Ana');
  await user.click(save());
  const region = await summary('2 things to fix');
  expect(region).toHaveFocus();
  expect(within(region).getByText('is invalid')).toBeVisible();
  expect(within(region).getByRole('link', { name: 'has already been taken' })).toBeVisible();
  expect(alias()).toHaveAccessibleDescription('has already been taken');
});

test('a second submit with the same errors focuses the summary again', async () => {
  const { user } = renderUi(<Recipient save={vi.fn()} />);
  await user.click(save());
  await summary('2 things to fix');
  await user.click(alias());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('region')).toHaveFocus());
});

test('does not submit twice while there is no answer yet', async () => {
  const answer = Promise.withResolvers<undefined>();
  const onSave = vi.fn(() => answer.promise);
  const { user } = renderUi(<Recipient save={onSave} />);
  await user.type(screen.getByRole('combobox', { name: 'Bank' }), 'banco{Enter}');
  await user.type(alias(), 'Ana');
  await user.click(save());
  await waitFor(() => expect(save()).toHaveAttribute('aria-disabled', 'true'));
  await user.dblClick(save());
  await user.type(alias(), '{Enter}');
  answer.resolve(undefined);
  await waitFor(() => expect(save()).not.toHaveAttribute('aria-disabled'));
  expect(onSave).toHaveBeenCalledTimes(1);
});
