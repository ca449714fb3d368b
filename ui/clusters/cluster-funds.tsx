import type { ClusterId } from '../../src/contract/wire/common.ts'
import { useQuery } from '../hooks/use-query.ts'
import { FundsUsageSection } from '../projects/funds-usage.tsx'

export const ClusterFunds = ({ id }: { id: ClusterId }) => (
  <FundsUsageSection {...useQuery('readClusterFunds', { id })} />
)
