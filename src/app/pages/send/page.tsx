import { useLoaderData } from 'react-router-dom';
import { CheckStep } from './check-step.tsx';
import type { SendStep } from './loader.ts';
import { RecipientStep } from './recipient-step.tsx';

export function Page() {
  const at = useLoaderData<SendStep>();
  return at.step === 'check' ? (
    <CheckStep key={at.search.key} search={at.search} opened={at.opened} />
  ) : (
    <RecipientStep search={at.search} />
  );
}
