import type { ResourceKind } from './resource-kind.ts'

/** What a project costs now and has used, and how long credit lasts. */
export const spendQueries = ['readProject', 'readProjects', 'readProjectFunds', 'readOverdue', 'readBalance'] as const

export const projectKind = {
  name: 'project',
  label: 'Project',
  plural: 'Projects',
  appType: 'compute',
  permissions: { prefix: 'projects', read: 'View projects', write: 'Create, change and delete projects' },
  slice: 'projects',
  readOne: 'readProject',
  invalidates: {
    created: ['readProjects', 'countProjects', 'readQuotas'],
    changed: {
      state: ['readProjects', 'countProjects'],
      topupReport: ['readProjectFunds', 'readOverdue', 'readBalance'],
    },
    removed: ['readProjects', 'countProjects', 'readQuotas'],
  },
} as const satisfies ResourceKind
