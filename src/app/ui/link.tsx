import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useLinkClickHandler, useNavigate } from 'react-router-dom';

export type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  to: string;
  target?: '_self' | '_blank';
  /** The location's state. */
  state?: unknown;
  replace?: boolean;
  preventScrollReset?: boolean;
  /** Lets the browser load it, because it is no page of the app. */
  reloadDocument?: boolean;
};

/** A link within the app. The router's own Link brings prefetch code that no page uses. */
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

/** Makes a click on a link go Back, which restores the page as it was left. Modifier keys work as usual. */
export function useGoBack(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(-1);
  };
}
