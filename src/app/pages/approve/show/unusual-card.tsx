import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Approval, Oddity } from '../../../../contract/api/approvals.ts';
import { useMoment } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Stack } from '../../../ui/stack.tsx';
import styles from './show.module.css';

type UnusualCardProps = { shown: Approval };

/** What is unusual about it, each with its evidence, and what is not. */
export function UnusualCard({ shown }: UnusualCardProps) {
  const { unusual, sent_before } = shown;
  return (
    <Card as="section">
      <Stack gap="s3">
        <h2>
          {unusual.length > 0 ? <Trans>What is unusual</Trans> : <Trans>Nothing unusual</Trans>}
        </h2>
        <ul className={styles.odd}>
          {unusual.map((oddity) => (
            <li key={oddity.what}>
              <Icon name="warning" size={20} />
              <Odd oddity={oddity} shown={shown} />
            </li>
          ))}
          {sent_before > 0 && (
            <li className={styles.usual}>
              <Icon name="check" size={20} />
              <Evidence title={<Trans>Paid before</Trans>}>
                <Plural
                  value={sent_before}
                  one="# transfer to this recipient was sent before."
                  other="# transfers to this recipient were sent before."
                />
              </Evidence>
            </li>
          )}
        </ul>
      </Stack>
    </Card>
  );
}

function Evidence({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div>
      <b>{title}</b> <small>{children}</small>
    </div>
  );
}

function Odd({ oddity, shown }: UnusualCardProps & { oddity: Oddity }) {
  const { money } = useMoney();
  const { whole } = useMoment();
  switch (oddity.what) {
    case 'first-payment':
      return (
        <Evidence title={<Trans>First payment</Trans>}>
          <Trans>Nothing was sent to this recipient before.</Trans>
        </Evidence>
      );
    case 'changed-details': {
      const when = whole(oddity.paid_at);
      const { paid_tail } = oddity;
      return (
        <Evidence title={<Trans>The recipient’s details are new</Trans>}>
          {paid_tail === null ? (
            <Trans>Last paid with other details: {when}</Trans>
          ) : (
            <Trans>
              Last paid to the account ending in {paid_tail}: {when}
            </Trans>
          )}
        </Evidence>
      );
    }
    case 'far-more': {
      const { times, count } = oddity;
      const usual = money(oddity.usual_cents, shown.source_amount_currency);
      return (
        <Evidence title={<Trans>{times} times the usual amount</Trans>}>
          <Trans>Usually {usual}</Trans>
          {' · '}
          <Plural
            value={count}
            one="# earlier transfer to this recipient"
            other="# earlier transfers to this recipient"
          />
        </Evidence>
      );
    }
    case 'same-as-colleague': {
      const when = whole(oddity.at);
      return (
        <Evidence title={<Trans>The same as a colleague’s</Trans>}>
          <Trans>
            {oddity.name} sent or scheduled the same: {when}
          </Trans>
        </Evidence>
      );
    }
  }
}
