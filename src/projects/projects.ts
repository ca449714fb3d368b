import type { CallMessage } from '../contract/call-message.ts'
import { projectKind } from '../contract/kinds/project-kind.ts'
import type { Project, ProjectState } from '../contract/wire/compute.ts'
import { currentRows, type Entities, forget, noEntities, remove } from '../core/entities.ts'
import { rowOf, rowsOf } from '../core/shards.ts'
import { slice } from '../core/slice.ts'
import type { LiveMessage } from '../live/live-message.ts'
import { entityHandlers } from '../resources/entity-handlers.ts'
import { resetOnUserChange, type SessionMessage } from '../session/session-message.ts'

export type Projects = Entities<Project>

export const projects = slice<Projects, CallMessage | LiveMessage | SessionMessage>(noEntities, {
  ...entityHandlers(projectKind, {
    readProjects: (response) => response.projects,
    readProject: ({ project }) => [project],
    createProject: (project) => [project],
    setProjectState: ({ project }) => [project],
  }),
  'api/deleteProject.succeeded': (draft, { input }) => {
    remove(draft, input.id)
  },
  ...resetOnUserChange(forget),
})

export const selectProject =
  (id: string) =>
  (state: { projects: Projects }): Project | null =>
    rowOf(state.projects.shards, id) ?? null

export const selectIsProjectDeleted =
  (id: string) =>
  (state: { projects: Projects }): boolean =>
    state.projects.deleted[id] === true

/** Returns an organisation's projects of a state, newest first. */
export const projectsOf = (
  { shards }: Pick<Projects, 'shards'>,
  organizationId: string,
  state: ProjectState = 'MAINTAINED',
): Project[] =>
  rowsOf(shards)
    .filter((project) => project.organizationId === organizationId && project.state === state)
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))

interface PagePlace {
  skip: number
  limit: number
  organizationId: string
  state: ProjectState
}

/**
 * Returns the current rows of one page, which are still in its state. Projects that were created since the page was read
 * precede the first page.
 */
export const projectPage = (
  projects: Pick<Projects, 'shards' | 'deleted'>,
  page: readonly Project[],
  { skip, limit, organizationId, state }: PagePlace,
): Project[] => {
  const newest = page[0]?.createdAt ?? ''
  const known = new Set<string>(page.map(({ _id }) => _id))
  const since =
    skip === 0 ? projectsOf(projects, organizationId, state).filter((row) => isNewer(row, newest, known)) : []
  const current = currentRows(projects, page).filter((project) => project.state === state)
  return [...since, ...current].slice(0, limit)
}

const isNewer = (project: Project, than: string, known: ReadonlySet<string>): boolean =>
  project.createdAt > than && !known.has(project._id)

/** Returns the total instance counts and costs of the projects. */
export const totalsOf = (projects: readonly Project[]) =>
  projects.reduce(
    (totals, { instanceReport, topupReport }) => ({
      active: totals.active + instanceReport.active,
      starting: totals.starting + instanceReport.starting,
      failed: totals.failed + instanceReport.failedToStart,
      closed: totals.closed + instanceReport.closed,
      total: totals.total + instanceReport.total,
      dailyMicros: totals.dailyMicros + (topupReport?.defaultDailyTopUp ?? 0),
    }),
    { active: 0, starting: 0, failed: 0, closed: 0, total: 0, dailyMicros: 0 },
  )

export const selectProjects = (state: { projects: Projects }): Projects => state.projects
