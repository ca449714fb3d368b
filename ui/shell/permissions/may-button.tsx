import type { ComponentProps } from 'react'
import type { Permission } from '../../../src/contract/access.ts'
import { useBlocked } from '../../hooks/use-membership.ts'
import { BlockedButton } from '../../parts/actions/blocked-button.tsx'
import { Button } from '../../parts/actions/button.tsx'

type MayButtonProps = ComponentProps<typeof Button> & {
  /** The permission that pressing it needs. */
  may: Permission
}

/** A button that needs a permission. Without it, the button is blocked and shows the reason. */
export const MayButton = ({ may, ...button }: MayButtonProps) => {
  const blocked = useBlocked(may)
  return blocked === undefined ? <Button {...button} /> : <BlockedButton reason={blocked} {...button} />
}
