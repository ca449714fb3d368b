import type { ComponentProps } from 'react'
import type { Permission } from '../../../src/contract/access.ts'
import { useBlocked } from '../../hooks/use-membership.ts'
import { BlockedButton } from '../../parts/actions/blocked-button.tsx'
import { Button } from '../../parts/actions/button.tsx'

type MayButtonProps = ComponentProps<typeof Button> & {
  /** What one has to be allowed to press it. */
  may: Permission
}

/** A button that a role can lack the right to press: then it stays in its place, and says why. */
export const MayButton = ({ may, ...button }: MayButtonProps) => {
  const blocked = useBlocked(may)
  return blocked === undefined ? <Button {...button} /> : <BlockedButton reason={blocked} {...button} />
}
