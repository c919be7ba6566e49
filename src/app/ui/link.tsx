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

/** A link whose click the router handles. The router's own Link brings prefetch code that no page uses. */
function RoutedLink({
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

/** An address that the router takes as it is. */
const isResolved = /^\/(?:[\w-]+(?:\/[\w-]+)*)?(?:\?[^#]+)?$/;

/** The same HTML for the server, where nobody clicks, without resolving each address twice. */
function StaticLink(props: LinkProps) {
  const { to, target, state: _, replace: __, preventScrollReset: ___, ...own } = props;
  if (!isResolved.test(to)) return <RoutedLink {...props} />;
  const { reloadDocument: ____, ...rest } = own;
  return <a {...rest} href={to} target={target === '_self' ? undefined : target} />;
}

/** A link within the app. */
export const Link = import.meta.env.SSR ? StaticLink : RoutedLink;

/** Makes a click on a link go Back, which restores the page as it was left. Modifier keys work as usual. */
export function useGoBack(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(-1);
  };
}
