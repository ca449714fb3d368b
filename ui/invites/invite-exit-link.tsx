import { LinkButton } from '../parts/actions/link-button.tsx'

export const InviteExitLink = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <LinkButton variant="primary" size="large" wide to={isSignedIn ? '/post-login' : '/login'}>
    {isSignedIn ? 'Go to the console' : 'Log in'}
  </LinkButton>
)
