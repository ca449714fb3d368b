import type { ProjectId } from '../../../src/contract/wire/common.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { FundsUsageSection } from '../funds-usage.tsx'

export const ProjectFunds = ({ id }: { id: ProjectId }) => (
  <FundsUsageSection {...useQuery('readProjectFunds', { id })} />
)
