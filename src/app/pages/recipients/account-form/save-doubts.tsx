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

/** What looks wrong in a field, with the text that it is about. */
export type Doubt = {
  field: FormField;
  text: string;
  label: string;
  words: string;
  /** Nothing stands there, and without it no money can arrive. */
  isMissing: boolean;
};

type Saving = {
  form: UseFormReturn<AccountValues>;
  /** As the service has it, which has taken it already. */
  known: AccountValues;
  country: Country | undefined;
  submit: (values: AccountValues) => Promise<void>;
};

// What is right or wrong in whichever country.
const ofNoPlace: readonly FormField[] = ['email', 'phone', 'birthdate'];

const keyOf = ({ field, text }: Doubt) => `${field} ${text}`;

/** Asks once about what looks wrong before it is saved; the service's word is final. */
export function useSaveDoubts({ form, known, country, submit }: Saving) {
  const { t } = useLingui();
  const client = useQueryClient();
  const say = useTypoWords();
  const [doubts, setDoubts] = useState<readonly Doubt[]>([]);
  // Of each the field and the text: only what else looks wrong is asked about again.
  const [accepted, setAccepted] = useState<readonly string[]>([]);

  async function doubtsIn(values: AccountValues): Promise<Doubt[]> {
    if (!isPayable(values)) {
      const label = t(walletAddressLabel);
      const words = t`Without it the money can't be delivered.`;
      return [{ field: 'additional_data', text: '', label, words, isMissing: true }];
    }
    // Without the checks there is nothing to ask.
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

export type SaveDoubtsProps = {
  form: UseFormReturn<AccountValues>;
  doubts: readonly Doubt[];
  saveAnyway: () => void;
  dismiss: () => void;
};

// One function for all renders, so that React calls it only when the notice appears.
const focus = (notice: HTMLElement | null) => notice?.focus();

/** What looks wrong, and the choice to save it all the same. What is mended since leaves the list. */
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
            <Plural value={open.length} one="One thing looks wrong" other="# things look wrong" />
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
