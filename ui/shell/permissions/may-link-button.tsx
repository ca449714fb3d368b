import type { Permission } from '../../../src/contract/access.ts'
import { useBlocked } from '../../hooks/use-membership.ts'
import { BlockedButton } from '../../parts/actions/blocked-button.tsx'
import type { ButtonSize, ButtonVariant } from '../../parts/actions/button.tsx'
import { LinkButton } from '../../parts/actions/link-button.tsx'

type MayLinkButtonProps = {
  /** What one has to be allowed to do where it leads. */
  may: Permission
  to: string
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: React.ReactNode
  children: React.ReactNode
}

/** The same for a button that leads to where something is done. */
export const MayLinkButton = ({ may, to, ...button }: MayLinkButtonProps) => {
  const blocked = useBlocked(may)
  return blocked === undefined ? <LinkButton to={to} {...button} /> : <BlockedButton reason={blocked} {...button} />
}
