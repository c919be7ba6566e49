import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ListSearch } from '../../../../contract/api/list-search.ts';
import type { FileHeadings } from '../../../../contract/api/transfer.ts';
import { readTransfersFile } from '../../../api/transfers.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { spokenLocale } from '../../../i18n/own-locale.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import styles from './download.module.css';
import { filtersOf } from './transfer-windows.ts';

type Progress = { rows: number; total: number };

type Download = ReturnType<typeof useDownload>;

/** A render for each part of a large file would slow the download. */
const minIntervalMs = 200;

/**
 * Downloads the matching transfers. Not by a link: the browser would keep its URL, with the search text, in
 * its list of downloads, and would save an error as if it were the file.
 */
export function useDownload(search: ListSearch) {
  const [progress, setProgress] = useState<Progress>();
  const running = useRef<AbortController>(null);

  const file = useMutation({
    mutationFn: async (headings: FileHeadings) => {
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      setProgress(undefined);
      let told = performance.now();
      const onRows = (rows: number, total: number) => {
        if (performance.now() - told < minIntervalMs) return;
        told = performance.now();
        setProgress({ rows, total });
      };
      try {
        return await readTransfersFile(filtersOf(search), { headings, signal, onRows });
      } catch (error) {
        // Cancelled by the person: no failure.
        if (signal.aborted) return null;
        throw error;
      }
    },
    onSuccess: (read) => read && saveFile(read.name, read.content),
  });

  return {
    start: file.mutate,
    cancel: () => running.current?.abort(),
    dismiss: file.reset,
    isRunning: file.isPending,
    error: file.error,
    /** Undefined until the first rows have come. */
    progress: file.isPending ? progress : undefined,
  };
}

type DownloadButtonProps = { download: Download };

/** Downloads the matching transfers, in the person's language or with the contract's field names. */
export function DownloadButton({ download: { start, isRunning } }: DownloadButtonProps) {
  const { t } = useLingui();
  return (
    <div className={styles.buttons}>
      <Button className={styles.button} pending={isRunning} onClick={() => start(spokenLocale())}>
        <Trans>Download CSV</Trans>
      </Button>
      <div className={styles.menu}>
        <Menu
          label={t`Download options`}
          items={[
            {
              key: 'fields',
              label: <Trans>Download with field names</Trans>,
              onPick: () => start('fields'),
            },
          ]}
        />
      </div>
    </div>
  );
}

type DownloadStatusProps = {
  download: Download;
  /** Transfers that match. */
  total: number;
};

/** How far the download is, or why it failed; over what is below, so that nothing moves. */
export function DownloadStatus({ download, total }: DownloadStatusProps) {
  const { t } = useLingui();
  const { whole } = useFormat();
  const failureMessage = useFailureMessage();
  const { isRunning, progress, error, cancel, dismiss } = download;
  const [rows, all] = [whole(progress?.rows ?? 0), whole(progress?.total ?? total)];

  return (
    <div className={styles.over}>
      <div className={isRunning ? styles.panel : undefined}>
        {/* Announced once, not at each step: the bar itself says how far it is. */}
        <p role="status" className={styles.words}>
          {isRunning && !progress && (
            <Plural value={total} one="Preparing # row" other={`Preparing ${all} rows`} />
          )}
        </p>
        {isRunning && (
          <>
            {progress && (
              <p className={styles.words}>
                <Trans>
                  {rows} of {all} rows
                </Trans>
              </p>
            )}
            <progress
              aria-label={t`Download`}
              className={styles.bar}
              {...(progress && { value: progress.rows, max: progress.total })}
            />
            <Button variant="quiet" onClick={cancel}>
              <Trans>Cancel</Trans>
            </Button>
          </>
        )}
      </div>
      {error && (
        <div role="alert" className={styles.failed}>
          <p className={styles.words}>
            <strong>
              <Trans>The file wasn’t downloaded</Trans>
            </strong>{' '}
            {failureMessage(error)}
          </p>
          <Button variant="quiet" onClick={dismiss}>
            <Trans>Close</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}
