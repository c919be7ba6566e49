import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { DestinationAccount } from '../../contract/api/destination-account.ts';
import { changedFields } from '../../contract/same-account.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { fieldLabel } from './account-fields.ts';
import { FieldValue, type FieldValueProps } from './field-value.tsx';
import styles from './recipient-changed.module.css';

type RecipientChangedProps = {
  /** As the person has read it. */
  before: DestinationAccount;
  now: DestinationAccount;
  /** A press was refused because of the change, so the notice takes the focus. */
  isNews: boolean;
  /** Said then: what was not done. */
  nothingDone: ReactNode;
  onAccept: () => void;
};

/** Old and new value of each changed field, to confirm before sending. */
export function RecipientChanged({
  before,
  now,
  isNews,
  nothingDone,
  onAccept,
}: RecipientChangedProps) {
  const fields = changedFields(before, now);
  return (
    <div ref={isNews ? focus : null} tabIndex={-1}>
      <Notice
        tone="wait"
        role="alert"
        title={isNews ? nothingDone : <Trans>The recipient’s details changed</Trans>}
      >
        <p>
          <Trans>Check the new details before you send.</Trans>
        </p>
        <dl className={styles.changes}>
          {fields.map((field) => (
            <div key={field}>
              <dt>
                <Label field={field} account={now} />
              </dt>
              <dd>
                <del>
                  <bdi>
                    <FieldValue field={field} account={before} />
                  </bdi>
                </del>{' '}
                <ins>
                  <bdi>
                    <FieldValue field={field} account={now} />
                  </bdi>
                </ins>
              </dd>
            </div>
          ))}
        </dl>
        <Button onClick={onAccept}>
          <Trans>Use these details</Trans>
        </Button>
      </Notice>
    </div>
  );
}

// Stable identity, so that React calls the ref only when the notice becomes news.
function focus(notice: HTMLElement | null) {
  notice?.focus();
}

// Four fields have shorter labels than in the recipient form.
function Label({ field, account }: FieldValueProps) {
  const { t } = useLingui();
  switch (field) {
    case 'alias':
      return t`Nickname`;
    case 'category':
      return t`Type`;
    case 'dni_type':
      return t`ID type`;
    case 'dni':
      return t`ID number`;
    default:
      return t(fieldLabel(field, account.category));
  }
}
