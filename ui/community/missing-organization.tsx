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
        There is no public organisation called <strong>{username}</strong>. If it is yours, log in to see it.
      </>
    }
  >
    <LinkButton variant="primary" size="large" wide to="/login">
      Login
    </LinkButton>
  </AuthFrame>
)
