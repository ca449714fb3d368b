import { and, desc, eq } from 'drizzle-orm'
import type { projectCalls } from '../../../src/contract/calls/project-calls.ts'
import type { OrganizationId, ProjectId } from '../../../src/contract/wire/common.ts'
import type { ProjectState } from '../../../src/contract/wire/compute.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Handlers } from '../../http/handler.ts'
import { scopeOf } from '../../http/scope-of.ts'
import { redactForVisitor } from '../../kinds/server-kind.ts'
import type { QuotaLimits } from '../../limit-settings.ts'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import { lockOrganization } from '../../organizations/lock-organization.ts'
import type { Db } from '../../store/connection.ts'
import { addresses, instances, projects, snapshots, volumes } from '../../store/schema.ts'
import { inserted } from '../inserted.ts'
import type { GatewayLinks } from '../instances/gateway-links.ts'
import { instanceKind } from '../instances/instance-kind.ts'
import { instanceWire } from '../instances/instance-wire.ts'
import { listInstances } from '../instances/list-instances.ts'
import { checkQuotas } from '../quotas/quotas.ts'
import { countInstances, countInstancesOf } from './count-instances.ts'
import { projectKind } from './project-kind.ts'
import { noInstances, type ProjectRow, projectWire, reportWire } from './project-wire.ts'

interface ProjectOptions {
  db: Db
  links: GatewayLinks
  quotas: QuotaLimits
}

export function projectHandlers({ db, links, quotas }: ProjectOptions): Handlers<keyof typeof projectCalls> {
  return {
    async createProject(context) {
      const { input, scope, settle } = context
      const { organizationId } = scopeOf(scope)
      const { name, description, provider } = input
      return db.transaction(async (tx) => {
        // Serialises the counting and creation of projects.
        await lockOrganization(tx, organizationId)
        await checkQuotas(tx, organizationId, { projects: 1 }, quotas)
        const [row] = await tx.insert(projects).values({ organizationId, name, description, provider }).returning()
        const project = projectWire(inserted(row), noInstances)
        await publishOrganizationEvents(tx, organizationId, { kind: 'projectCreated', row: project })
        await writeAudit(tx, context, { organizationId, action: 'project.created', target: name })
        await settle?.(tx, project)
        return project
      })
    },

    async readProject({ input, scope }) {
      const row = await projectOf(scopeOf(scope).organizationId, input.id)
      const project = projectWire(row, await countInstancesOf(db, row.id))
      return { project: redactForVisitor(project, scope, projectKind.visitors) }
    },

    async deleteProject(context) {
      const { input, scope } = context
      const { organizationId } = scopeOf(scope)
      await db.transaction(async (tx) => {
        const [row] = await tx
          .select({ id: projects.id, name: projects.name })
          .from(projects)
          .where(and(eq(projects.id, input.id), eq(projects.organizationId, organizationId)))
          .for('update')
        if (!row) throw new ApiError('notFound')
        if ((await tx.$count(instances, eq(instances.projectId, row.id))) > 0) throw new ApiError('projectNotEmpty')
        if ((await tx.$count(volumes, eq(volumes.projectId, row.id))) > 0)
          throw new ApiError('projectNotEmpty', { message: 'This project still has volumes. Delete them first.' })
        if ((await tx.$count(addresses, eq(addresses.projectId, row.id))) > 0)
          throw new ApiError('projectNotEmpty', { message: 'This project still has IP addresses. Release them first.' })
        if ((await tx.$count(snapshots, eq(snapshots.projectId, row.id))) > 0)
          throw new ApiError('projectNotEmpty', { message: 'This project still has snapshots. Delete them first.' })
        await tx.delete(projects).where(eq(projects.id, row.id))
        await publishOrganizationEvents(tx, organizationId, { kind: 'projectRemoved', id: row.id })
        await writeAudit(tx, context, { organizationId, action: 'project.deleted', target: row.name })
      })
      return { message: 'Project deleted' }
    },

    async readProjects({ input, scope }) {
      const ofOrganization = inState(scopeOf(scope).organizationId, input.state)
      const [rows, totalCount] = await Promise.all([
        db
          .select()
          .from(projects)
          .where(ofOrganization)
          .orderBy(desc(projects.createdAt), desc(projects.id))
          .limit(input.limit)
          .offset(input.skip),
        db.$count(projects, ofOrganization),
      ])
      const counts = await countInstances(
        db,
        rows.map(({ id }) => id),
      )
      const found = rows.map((row) => projectWire(row, counts.get(row.id) ?? noInstances))
      return { projects: found.map((project) => redactForVisitor(project, scope, projectKind.visitors)), totalCount }
    },

    async countProjects({ input, scope }) {
      return { count: await db.$count(projects, inState(scopeOf(scope).organizationId, input.state)) }
    },

    async readInstances({ input, scope }) {
      await projectOf(scopeOf(scope).organizationId, input.id)
      // Sorting by price would reveal payments to visitors.
      const sort = scope?.role === null && /price/.test(input.sort) ? '' : input.sort
      const { loaded, totalCount } = await listInstances(db, { ...input, sort }, links.base)
      const found = loaded.map((item) => instanceWire(item, links))
      return {
        instances: found.map((instance) => redactForVisitor(instance, scope, instanceKind.visitors)),
        totalCount,
      }
    },

    async countInstances({ input, scope }) {
      const row = await projectOf(scopeOf(scope).organizationId, input.id)
      return reportWire(row, await countInstancesOf(db, row.id))
    },
  }

  async function projectOf(organizationId: OrganizationId, id: ProjectId): Promise<ProjectRow> {
    const [row] = await db
      .select()
      .from(projects)
      .where(and(eq(projects.id, id), eq(projects.organizationId, organizationId)))
    if (!row) throw new ApiError('notFound')
    return row
  }
}

const inState = (organizationId: OrganizationId, state: ProjectState | '') =>
  and(eq(projects.organizationId, organizationId), state ? eq(projects.state, state) : undefined)
