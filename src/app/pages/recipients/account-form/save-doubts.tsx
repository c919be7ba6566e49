import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Country } from '../../../../contract/country.ts';
import { isPayable } from '../../../../contract/payable.ts';
import {
  type FormField,
  fieldLabel,
  walletAddressLabel,
} from '../../../accounts/account-fields.ts';
import { checksQuery } from '../../../accounts/check-digits/checks-query.ts';
import { useTypoWords } from '../../../accounts/check-digits/likely-typo.ts';
import { FormId, fieldId } from '../../../form/use-form-field.ts';
import { Button } from '../../../ui/button.tsx';
import { focusControl } from '../../../ui/error-summary.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Row } from '../../../ui/stack.tsx';
import type { AccountValues } from './account-values.ts';
import { isKnownText } from './checked-field.tsx';

/** A field that looks wrong, with the text that it had. */
type Doubt = {
  field: FormField;
  text: string;
  label: string;
  words: string;
  /** A wallet's address is empty. */
  isMissing: boolean;
};

type Saving = {
  form: UseFormReturn<AccountValues>;
  /** The values as the service has them. */
  known: AccountValues;
  country: Country | undefined;
  submit: (values: AccountValues) => Promise<void>;
};

// Their checks don't depend on the country.
const ofNoPlace: readonly FormField[] = ['email', 'phone', 'birthdate'];

const keyOf = ({ field, text }: Doubt) => `${field} ${text}`;

/** Asks once about likely typos before saving. The person may save anyway: the service decides. */
export function useSaveDoubts({ form, known, country, submit }: Saving) {
  const { t } = useLingui();
  const client = useQueryClient();
  const say = useTypoWords();
  const [doubts, setDoubts] = useState<readonly Doubt[]>([]);
  // Keys of field and text: after a confirmation only new doubts are asked about.
  const [accepted, setAccepted] = useState<readonly string[]>([]);

  async function doubtsIn(values: AccountValues): Promise<Doubt[]> {
    if (!isPayable(values)) {
      const label = t(walletAddressLabel);
      const words = t`Without an address the money can’t be delivered.`;
      return [{ field: 'additional_data', text: '', label, words, isMissing: true }];
    }
    // If the checks can't be loaded, there are no doubts.
    const checks = await client.ensureQueryData(checksQuery).catch(() => null);
    const texts: Partial<Record<string, string>> = values;
    return (checks?.typosIn(values, country?.code) ?? [])
      .filter(({ field }) => {
        const place = ofNoPlace.includes(field) ? undefined : country;
        return !isKnownText(known, field, texts[field] ?? '', place);
      })
      .map(({ field, typo }) => ({
        field,
        text: texts[field] ?? '',
        label: t(fieldLabel(field, values.category)),
        words: say(typo, country),
        isMissing: false,
      }));
  }

  async function save(values: AccountValues): Promise<void> {
    const found = (await doubtsIn(values)).filter((doubt) => !accepted.includes(keyOf(doubt)));
    setDoubts(found);
    if (found.length === 0) await submit(values);
  }

  function saveAnyway() {
    setAccepted([...accepted, ...doubts.map(keyOf)]);
    setDoubts([]);
    void form.handleSubmit(submit)();
  }

  return { save, doubts, saveAnyway, dismiss: () => setDoubts([]) };
}

type SaveDoubtsProps = {
  form: UseFormReturn<AccountValues>;
  doubts: readonly Doubt[];
  saveAnyway: () => void;
  dismiss: () => void;
};

// The same function in all renders, so that React calls it only when the notice appears.
const focus = (notice: HTMLElement | null) => notice?.focus();

/** Lists the likely typos and offers to save anyway. A field that was edited since leaves the list. */
export function SaveDoubts({ form, doubts, saveAnyway, dismiss }: SaveDoubtsProps) {
  const formId = useContext(FormId);
  const values: Partial<Record<string, string>> = useWatch({ control: form.control });
  const open = doubts.filter(({ field, text }) => (values[field] ?? '').trim() === text.trim());
  const [first] = open;
  if (!first) return null;

  function fix(field: FormField) {
    dismiss();
    focusControl(fieldId(formId, field));
  }

  return (
    <div ref={focus} tabIndex={-1}>
      <Notice
        tone="wait"
        role="alert"
        title={
          first.isMissing ? (
            <Trans>Save without an address?</Trans>
          ) : (
            <Plural value={open.length} one="# thing looks wrong" other="# things look wrong" />
          )
        }
      >
        <ul>
          {open.map(({ field, label, words }) => (
            <li key={field}>
              {label}: {words}
            </li>
          ))}
        </ul>
        <Row>
          <Button onClick={() => fix(first.field)}>
            {first.isMissing ? <Trans>Add address</Trans> : <Trans>Fix</Trans>}
          </Button>
          <Button onClick={saveAnyway}>
            <Trans>Save anyway</Trans>
          </Button>
        </Row>
      </Notice>
    </div>
  );
}
