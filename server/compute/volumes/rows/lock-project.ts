import { eq } from 'drizzle-orm'
import type { ProjectId } from '../../../../src/contract/wire/common.ts'
import type { Tx } from '../../../store/connection.ts'
import { projects } from '../../../store/schema.ts'

/** Serialises changes of a project's volumes. Locked before them, and before the organisation. */
export const lockProject = (tx: Tx, id: ProjectId) =>
  tx.select({ id: projects.id }).from(projects).where(eq(projects.id, id)).for('no key update')
