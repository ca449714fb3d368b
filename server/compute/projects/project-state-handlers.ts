import { and, eq, inArray, sql } from 'drizzle-orm'
import type { projectStateCalls } from '../../../src/contract/calls/compute/project-state-calls.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Handlers } from '../../http/handler.ts'
import { scopeOf } from '../../http/scope-of.ts'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import type { Db } from '../../store/connection.ts'
import { instances, projects } from '../../store/schema.ts'
import { inserted } from '../inserted.ts'
import { countInstancesOf } from './count-instances.ts'
import { projectWire } from './project-wire.ts'

export function projectStateHandlers({ db }: { db: Db }): Handlers<keyof typeof projectStateCalls> {
  return {
    async setProjectState(context) {
      const { input, scope, settle } = context
      const { organizationId } = scopeOf(scope)
      return db.transaction(async (tx) => {
        // Whatever starts an instance locks this row first.
        const [row] = await tx
          .select()
          .from(projects)
          .where(and(eq(projects.id, input.id), eq(projects.organizationId, organizationId)))
          .for('update')
        if (!row) throw new ApiError('notFound')
        if (row.state === input.state) {
          const same = { project: projectWire(row, await countInstancesOf(tx, row.id)) }
          await settle?.(tx, same)
          return same
        }
        const running = and(eq(instances.projectId, row.id), inArray(instances.state, ['Starting', 'Active']))
        if (input.state === 'ARCHIVED' && (await tx.$count(instances, running)) > 0)
          throw new ApiError('projectRunning')
        const [changed] = await tx
          .update(projects)
          .set({ state: input.state, revision: sql`${projects.revision} + 1`, updatedAt: sql`now()` })
          .where(eq(projects.id, row.id))
          .returning()
        const project = projectWire(inserted(changed), await countInstancesOf(tx, row.id))
        const { state, revision, updatedAt } = project
        await publishOrganizationEvents(tx, organizationId, {
          kind: 'projectChanged',
          id: row.id,
          revision,
          changes: { state, revision, updatedAt },
        })
        await writeAudit(tx, context, {
          organizationId,
          action: state === 'ARCHIVED' ? 'project.archived' : 'project.restored',
          target: row.name,
        })
        await settle?.(tx, { project })
        return { project }
      })
    },
  }
}
