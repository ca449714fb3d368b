import type { Permission } from '../../../src/contract/access.ts'
import { useBlocked } from '../../hooks/use-membership.ts'
import { BlockedButton } from '../../parts/actions/blocked-button.tsx'
import type { ButtonSize, ButtonVariant } from '../../parts/actions/button.tsx'
import { LinkButton } from '../../parts/actions/link-button.tsx'

type MayLinkButtonProps = {
  /** The permission that the linked page needs. */
  may: Permission
  to: string
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: React.ReactNode
  children: React.ReactNode
}

/** A link button that needs a permission. Without it, the button is blocked and shows the reason. */
export const MayLinkButton = ({ may, to, ...button }: MayLinkButtonProps) => {
  const blocked = useBlocked(may)
  return blocked === undefined ? <LinkButton to={to} {...button} /> : <BlockedButton reason={blocked} {...button} />
}
