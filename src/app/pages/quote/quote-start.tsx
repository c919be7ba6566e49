import { Trans, useLingui } from '@lingui/react/macro';
import amount from '../../ui/amount-field.module.css';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Split, Stack } from '../../ui/stack.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { BridgeRow } from './bridge-row.tsx';
import { FirstSteps } from './first-steps.tsx';
import card from './quote-card.module.css';
import desk from './quote-desk.module.css';
import { QuoteFrame } from './quote-frame.tsx';
import { Waiting } from './waiting.tsx';

export type QuoteStartProps = {
  /** The address says what is sent and to where, so that an estimate is on its way. */
  complete: boolean;
};

/** A likeness of the page before it knows any currency, which keeps the place of every part. */
export function QuoteStart({ complete }: QuoteStartProps) {
  const { t } = useLingui();
  return (
    <QuoteFrame>
      <Split>
        <Stack>
          <Card>
            <div className={card.country}>
              <TextField label={t`To`} />
            </div>
            <AmountStart />
            <BridgeRow>
              <p>
                <Waiting country={complete} complete={complete} />
              </p>
            </BridgeRow>
            <AmountStart />
            <div className={card.go}>
              <Button variant="main" wide>
                <Trans>Choose who gets it</Trans>
              </Button>
            </div>
          </Card>
        </Stack>
        <div className={desk.aside}>
          {!complete && (
            <Stack as="aside">
              <FirstSteps />
            </Stack>
          )}
        </div>
      </Split>
    </QuoteFrame>
  );
}

/** The box of an amount; in which currency is not known yet. */
function AmountStart() {
  return (
    <Field label={'\u00a0'}>
      {(tied) => (
        <div className={amount.money}>
          <div className={amount.amount}>
            <input {...tied} className={amount.input} />
          </div>
          <div className={amount.currency} />
        </div>
      )}
    </Field>
  );
}
