import css from './project-card.module.css'
import { ProjectCard, type ProjectSummary } from './project-card.tsx'
import { ProjectCardSkeleton } from './project-card-skeleton.tsx'

type ProjectsGridProps<Group extends ProjectSummary> = {
  /** Null while they load. */
  projects: readonly Group[] | null
  pageSize: number
  to: (project: Group) => string
}

export const ProjectsGrid = <Group extends ProjectSummary>({ projects, pageSize, to }: ProjectsGridProps<Group>) => (
  <div className={css.grid}>
    {projects
      ? projects.map((project) => <ProjectCard key={project._id} project={project} to={to(project)} />)
      : Array.from({ length: Math.min(pageSize, 3) }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cards are alike and never move
          <ProjectCardSkeleton key={index} />
        ))}
  </div>
)
