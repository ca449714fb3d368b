import type { ReactNode } from 'react'
import type { Permission } from '../../../src/contract/access.ts'
import { useBlocked } from '../../hooks/use-membership.ts'
import { Banner } from '../../parts/state/banner.tsx'

/** Renders its children only with a permission, and otherwise the reason; nothing is requested then. */
export const MaySee = ({ may, what, children }: { may: Permission; what: string; children: ReactNode }) => {
  const blocked = useBlocked(may)
  return blocked === undefined ? children : <Banner title={`You do not have access to ${what}`}>{blocked}</Banner>
}
