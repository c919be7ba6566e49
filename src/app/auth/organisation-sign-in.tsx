import { Trans } from '@lingui/react/macro';
import { apiPaths, withQuery } from '../../contract/api/paths.ts';
import { ButtonLink } from '../ui/button.tsx';

type OrganisationSignInProps = {
  /** The page to come back to. */
  next: string | undefined;
};

/** Links to the organisation's sign-in page (OpenID Connect), which redirects back. */
export function OrganisationSignIn({ next }: OrganisationSignInProps) {
  return (
    <ButtonLink to={withQuery(apiPaths.oidc, { next })} reloadDocument variant="main" wide>
      <Trans>Sign in with your organisation</Trans>
    </ButtonLink>
  );
}
