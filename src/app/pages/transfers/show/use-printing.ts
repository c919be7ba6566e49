import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let isPrinting = false;

function subscribe(listener: () => void): () => void {
  function begin() {
    isPrinting = true;
    // The browser takes the page as it stands when this event is over.
    flushSync(listener);
  }
  function end() {
    isPrinting = false;
    listener();
  }
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    isPrinting = false;
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}

/** Whether the page is being printed, by a button of ours or by the browser's own. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting);
}
