import type { Project } from '../../src/contract/wire/compute.ts'
import { useConfiguration } from '../hooks/use-configuration.ts'
import { LearnCard } from './learn-card.tsx'
import { MarketingCard } from './marketing-card.tsx'

interface DashboardExtrasProps {
  organization: string
  /** Where a recommended template would be deployed; without one a project is made first. */
  project: Project | undefined
}

/** What the installation recommends to those who deploy: a template, things to read, videos to watch. */
export const DashboardExtras = ({ organization, project }: DashboardExtrasProps) => {
  const configuration = useConfiguration()
  if (!configuration) return null
  const { marketing, resources, videos } = configuration
  return (
    <>
      {marketing && <MarketingCard marketing={marketing} organization={organization} project={project} />}
      {(resources.length > 0 || videos.length > 0) && <LearnCard resources={resources} videos={videos} />}
    </>
  )
}
