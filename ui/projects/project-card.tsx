import { Link } from 'react-router-dom'
import type { Project } from '../../src/contract/wire/compute.ts'
import { Avatar } from '../parts/frame/avatar.tsx'
import { Price } from '../parts/text/price.tsx'
import { RelativeTime } from '../parts/text/relative-time.tsx'
import css from './project-card.module.css'
import { StateCounts } from './state-counts.tsx'

/** A project, or another group of instances. */
export type ProjectSummary = Pick<Project, 'name' | 'description' | 'instanceReport' | 'topupReport' | 'updatedAt'> & {
  _id: string
}

type ProjectCardProps = { project: ProjectSummary; to: string }

export const ProjectCard = ({ project, to }: ProjectCardProps) => (
  <article className={css.card} data-trouble={project.instanceReport.failedToStart > 0 || undefined}>
    <header className={css.head}>
      <Avatar name={project.name} shape="square" />
      <div className={css.content}>
        <h3 className={css.name}>
          <Link className={css.link} to={to}>
            {project.name}
          </Link>
        </h3>
        <p className={css.text}>{project.description || 'No description'}</p>
      </div>
    </header>
    <StateCounts report={project.instanceReport} />
    <footer className={css.foot}>
      {project.topupReport && <Price micros={project.topupReport.defaultDailyTopUp} per="day" />}
      <span>
        Changed <RelativeTime at={project.updatedAt} />
      </span>
    </footer>
  </article>
)
