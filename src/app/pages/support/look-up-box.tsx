import { Trans, useLingui } from '@lingui/react/macro';
import { Form, useNavigation } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './look-up-box.module.css';

export type LookUpBoxProps = {
  /** What was looked up. */
  q: string;
  /** It can't be a transfer's number. */
  invalid: boolean;
};

/** One box for a transfer's number; the address holds it. */
export function LookUpBox({ q, invalid }: LookUpBoxProps) {
  const { t } = useLingui();
  const { state } = useNavigation();
  return (
    <Form role="search" action={paths.support()} className={styles.box}>
      <TextField
        label={t`Transfer number`}
        hint={invalid ? undefined : t`As the sender sees it: digits only`}
        error={invalid && t`“${q}” is no transfer number: it has digits only, at most 18`}
        name="q"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="search"
        defaultValue={q}
        className={styles.input}
      />
      <Button type="submit" variant="main" pending={state === 'loading'}>
        <Trans>Find</Trans>
      </Button>
    </Form>
  );
}
