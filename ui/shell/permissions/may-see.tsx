import type { ReactNode } from 'react'
import type { Permission } from '../../../src/contract/access.ts'
import { useBlocked } from '../../hooks/use-membership.ts'
import { Banner } from '../../parts/state/banner.tsx'

/** What a role can lack the right to see: then the reason stands in its place, and nothing is asked for. */
export const MaySee = ({ may, what, children }: { may: Permission; what: string; children: ReactNode }) => {
  const blocked = useBlocked(may)
  return blocked === undefined ? children : <Banner title={`${what} is not shown to you`}>{blocked}</Banner>
}
