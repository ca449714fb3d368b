import type { OrganizationId } from '../../src/contract/wire/common.ts'
import type { Project, ProjectState } from '../../src/contract/wire/compute.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { projectPage, selectProjects } from '../../src/projects/projects.ts'
import { useQuery } from '../hooks/use-query.ts'
import { useSelected } from '../hooks/use-selected.ts'

/** The most that one call returns. Totals cover these, the newest. */
const COUNTED_PROJECTS = 200

const reports = { topupReport: 'y', instanceCountReport: 'y' } as const

interface ProjectsQuestion {
  organizationId: OrganizationId | null
  page: number
  pageSize: number
  state?: ProjectState
}

/** Returns one page of an organisation's projects, and all of them for the totals. */
export const useProjects = ({ organizationId, page, pageSize, state = 'MAINTAINED' }: ProjectsQuestion) => {
  const skip = (page - 1) * pageSize
  const known = useSelected(selectProjects)
  const inputFor = (from: number, limit: number) =>
    organizationId && { id: organizationId, skip: from, limit, state, ...reports }
  const paged = useQuery('readProjects', inputFor(skip, pageSize))
  const response = lastLoaded(paged.data)?.value ?? null
  const isWhole = response === null || (skip === 0 && response.totalCount <= pageSize)
  const counted = useQuery('readProjects', isWhole ? null : inputFor(0, COUNTED_PROJECTS))
  const all = isWhole ? response : (lastLoaded(counted.data)?.value ?? null)
  const now = (listed: readonly Project[], from: number, limit: number): Project[] =>
    projectPage(known, listed, { skip: from, limit, organizationId: organizationId ?? '', state })
  return {
    data: paged.data,
    retry: paged.retry,
    totalCount: response?.totalCount ?? 0,
    projects: response && now(response.projects, skip, pageSize),
    all: all && now(all.projects, 0, COUNTED_PROJECTS),
  }
}
