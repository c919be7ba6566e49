import { Trans } from '@lingui/react/macro';

/** Says which words of a search matched nothing beside the rest: the results are without them. */
export function ShownWithout({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null;
  const shown = words.map((word) => `“${word}”`).join(', ');
  return (
    <p role="status">
      <Trans>Shown without: {shown}</Trans>
    </p>
  );
}
