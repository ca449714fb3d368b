import type { ReactNode } from 'react'
import type { ProjectId } from '../../../src/contract/wire/common.ts'
import { ProjectAddresses } from '../../addresses/project-addresses.tsx'
import { lazy } from '../../parts/lazy/lazy.tsx'
import { ProjectVariableGroups } from '../../variable-groups/project-variable-groups.tsx'
import { ProjectFunds } from './project-funds.tsx'

const ProjectVolumes = lazy(() => import('../../volumes/project-volumes.tsx'), 'ProjectVolumes')

type ProjectSectionProps = {
  id: ProjectId
  organization: string
  shown: string
  /** Shown for the first tab. */
  instances: ReactNode
}

/** The content of the open tab of a project. */
export const ProjectSection = ({ id, organization, shown, instances }: ProjectSectionProps) => {
  if (shown === 'volumes') return <ProjectVolumes id={id} />
  if (shown === 'network') return <ProjectAddresses id={id} organization={organization} />
  if (shown === 'variables') return <ProjectVariableGroups id={id} />
  if (shown === 'usage') return <ProjectFunds id={id} />
  return instances
}
