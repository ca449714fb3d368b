import type { Draft } from 'immer'
import type { CallMessage } from '../contract/call-message.ts'
import type { Project } from '../contract/wire/compute.ts'
import { slice } from '../core/slice.ts'
import type { LiveMessage } from '../live/live-message.ts'
import { resetOnUserChange, type SessionMessage } from '../session/session-message.ts'

/** The newest version of every project that this tab has received. */
export interface Projects {
  rows: Record<string, Project>
  deleted: Record<string, true>
}

const none: Projects = { rows: {}, deleted: {} }

const upsert = (draft: Draft<Projects>, project: Project): undefined => {
  if (draft.deleted[project._id]) return
  const known = draft.rows[project._id]
  if (known && known.revision > project.revision) return
  draft.rows[project._id] = project
}

const remove = (draft: Draft<Projects>, id: string): undefined => {
  delete draft.rows[id]
  draft.deleted[id] = true
}

export const projects = slice<Projects, CallMessage | LiveMessage | SessionMessage>(none, {
  'api/readProjects.succeeded': (draft, { response }) => {
    for (const project of response.projects) upsert(draft, project)
  },
  'api/readProject.succeeded': (draft, { response }) => upsert(draft, response.project),
  'api/createProject.succeeded': (draft, { response }) => upsert(draft, response),
  'api/deleteProject.succeeded': (draft, { input }) => remove(draft, input.id),
  'socket/organizationChanged': (draft, { packets }) => {
    for (const { event } of packets) {
      if (event.kind === 'projectChanged') upsert(draft, event.project)
      if (event.kind === 'projectRemoved') remove(draft, event.id)
    }
  },
  ...resetOnUserChange(() => none),
})

export const selectProject =
  (id: string) =>
  (state: { projects: Projects }): Project | null =>
    state.projects.rows[id] ?? null

export const selectProjectRows = (state: { projects: Projects }): Record<string, Project> => state.projects.rows

export const selectIsProjectDeleted =
  (id: string) =>
  (state: { projects: Projects }): boolean =>
    state.projects.deleted[id] === true

/** Returns an organisation's projects, newest first. */
export const projectsOf = (rows: Record<string, Project>, organizationId: string): Project[] =>
  Object.values(rows)
    .filter((project) => project.organizationId === organizationId)
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))

/**
 * Returns the current rows of one page. Projects that were created since the page was read precede the first page;
 * removed ones are left out.
 */
export const projectPage = (
  { rows, deleted }: Projects,
  page: readonly Project[],
  { skip, limit, organizationId }: { skip: number; limit: number; organizationId: string },
): Project[] => {
  const listed = page.flatMap((project) => (deleted[project._id] ? [] : [rows[project._id] ?? project]))
  const newest = page[0]?.createdAt ?? ''
  const known = new Set<string>(page.map(({ _id }) => _id))
  const since = skip === 0 ? projectsOf(rows, organizationId).filter((row) => isNewer(row, newest, known)) : []
  return [...since, ...listed].slice(0, limit)
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
