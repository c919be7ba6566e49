import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { useNavigate, useNavigation } from 'react-router-dom';
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

/** One box for a transfer's number. It shows what the address holds, unless something is being typed. */
export function LookUpBox({ q, invalid }: LookUpBoxProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { state } = useNavigation();
  const [typed, setTyped] = useState<string>();

  async function lookUp(event: FormEvent) {
    event.preventDefault();
    await navigate(paths.support({ q: (typed ?? q).trim() }));
    setTyped(undefined);
  }

  return (
    <search>
      <form className={styles.box} onSubmit={lookUp}>
        <TextField
          label={t`Transfer number`}
          hint={invalid ? undefined : t`As the sender sees it: digits only`}
          error={invalid && t`This is no transfer number: it has digits only, at most 18`}
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="search"
          value={typed ?? q}
          onChange={(event) => setTyped(event.currentTarget.value)}
          className={styles.input}
        />
        <Button type="submit" variant="main" pending={state === 'loading'}>
          <Trans>Find</Trans>
        </Button>
      </form>
    </search>
  );
}
