import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useLinkClickHandler, useNavigate } from 'react-router-dom';

export type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  to: string;
  target?: '_self' | '_blank';
  /** What the page there is told beside its address. */
  state?: unknown;
  replace?: boolean;
  preventScrollReset?: boolean;
  /** Leaves it to the browser: what is there is no page of the app. */
  reloadDocument?: boolean;
};

/** A link within Giro. The router's own one brings a prefetching that no page uses. */
export function Link({
  to,
  target = '_self',
  state,
  replace,
  preventScrollReset = false,
  reloadDocument = false,
  onClick,
  ...rest
}: LinkProps) {
  const go = useLinkClickHandler<HTMLAnchorElement>(to, {
    target,
    state,
    preventScrollReset,
    ...(replace === undefined ? {} : { replace }),
  });
  return (
    <a
      {...rest}
      href={useHref(to)}
      target={target === '_self' ? undefined : target}
      onClick={(event) => {
        onClick?.(event);
        if (!reloadDocument && !event.defaultPrevented) go(event);
      }}
    />
  );
}

/** Makes a link go where Back goes, as it was left there; another tab opens at the link's address. */
export function useGoBack(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(-1);
  };
}
