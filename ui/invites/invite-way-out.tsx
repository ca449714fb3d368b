import { LinkButton } from '../parts/actions/link-button.tsx'

export const InviteWayOut = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <LinkButton look="primary" size="large" wide to={isSignedIn ? '/post-login' : '/login'}>
    {isSignedIn ? 'Go to the console' : 'Log in'}
  </LinkButton>
)
