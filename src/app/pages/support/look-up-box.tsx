import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type RefObject, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../router/paths.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { longestSearch } from './loader.ts';
import styles from './look-up-box.module.css';

export type LookUpBoxProps = {
  /** What is looked up. */
  q: string;
  pending: boolean;
  box: RefObject<HTMLInputElement | null>;
  onFind: () => void;
  /** The same text once more. */
  onAgain: () => void;
};

/** One box for all that a caller may name. It looks when asked to, for each look is written down. */
export function LookUpBox({ q, pending, box, onFind, onAgain }: LookUpBoxProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [typed, setTyped] = useState<string>();

  async function lookUp(event: FormEvent) {
    event.preventDefault();
    const text = (typed ?? q).trim();
    if (text !== '' && text === q) return onAgain();
    onFind();
    await navigate(paths.support(), { state: { q: text } });
    setTyped(undefined);
  }

  return (
    <search>
      <form className={styles.box} onSubmit={lookUp}>
        <TextField
          label={t`Transfer number, name, document, account or amount`}
          ref={box}
          labelHidden
          hint={t`A transfer number, a name, a document, the end of an account, or an amount`}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={longestSearch}
          value={typed ?? q}
          onChange={(event) => setTyped(event.currentTarget.value)}
          className={styles.input}
        />
        <Button type="submit" variant="main" pending={pending}>
          <Trans>Find</Trans>
        </Button>
      </form>
    </search>
  );
}
