import { useProductName } from '../hooks/use-configuration.ts'
import { LinkButton } from '../parts/actions/link-button.tsx'
import { AuthFrame } from '../parts/frame/auth-frame.tsx'

/** A private organisation looks the same as none at all. */
export const MissingOrganization = ({ username }: { username: string }) => (
  <AuthFrame
    product={useProductName()}
    title="Can't find this organisation"
    text={
      <>
        No public organisation is named <strong>{username}</strong>. If you are a member, log in to open it.
      </>
    }
  >
    <LinkButton variant="primary" size="large" wide to="/login">
      Login
    </LinkButton>
  </AuthFrame>
)
