import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';

/** Makes a link go where Back goes, as it was left there; another tab opens at the link's address. */
export function useGoBack(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(-1);
  };
}
