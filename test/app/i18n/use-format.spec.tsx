import { afterEach, expect, it, vi } from 'vitest';
import { useMoment } from '../../../src/app/i18n/use-format.ts';
import { renderUi } from '../../support/render-ui.tsx';

function Moment({ at }: { at: string }) {
  const { brief, whole } = useMoment();
  return `${brief(at)} | ${whole(at)}`;
}

afterEach(() => void vi.useRealTimers());

it.each([
  ['2026-11-20T10:02:11', /^today 10:02\sAM \| today 10:02\sAM$/],
  ['2026-11-14T10:02:11', /^Nov 14 \| Nov 14, 2026, 10:02\sAM$/],
  ['2025-11-20T10:02:11', /^Nov 20, 2025 \| Nov 20, 2025, 10:02\sAM$/],
])('formats %s as %s', (at, words) => {
  vi.useFakeTimers({ now: new Date('2026-11-20T17:00:00'), toFake: ['Date'] });
  const { container } = renderUi(<Moment at={at} />);
  expect(container).toHaveTextContent(words);
});
