import type { Project } from '../../src/contract/wire/compute.ts'
import css from './project-card.module.css'
import { ProjectCard } from './project-card.tsx'
import { ProjectCardSkeleton } from './project-card-skeleton.tsx'

type ProjectsGridProps = {
  /** Null while they load. */
  projects: readonly Project[] | null
  pageSize: number
  to: (project: Project) => string
}

export const ProjectsGrid = ({ projects, pageSize, to }: ProjectsGridProps) => (
  <div className={css.grid}>
    {projects
      ? projects.map((project) => <ProjectCard key={project._id} project={project} to={to(project)} />)
      : Array.from({ length: Math.min(pageSize, 3) }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cards are alike and never move
          <ProjectCardSkeleton key={index} />
        ))}
  </div>
)
