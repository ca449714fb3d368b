import type { Project } from '../../src/contract/wire/compute.ts'
import { useConfiguration } from '../hooks/use-configuration.ts'
import { LearnCard } from './learn-card.tsx'
import { MarketingCard } from './marketing-card.tsx'

interface DashboardExtrasProps {
  organization: string
  /** The project for a recommended template; without one the user creates a project first. */
  project: Project | undefined
}

/** The installation's recommendations: a template, articles, videos. */
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
