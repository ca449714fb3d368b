import { and, arrayContains, asc, eq, isNotNull, isNull, lt, notExists, sql } from 'drizzle-orm'
import type { Engine } from '../../engines/engine.ts'
import type { Log } from '../../log.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { deploymentImages, deployments, pulledImages } from '../../store/schema.ts'
import { keepsImages } from './kept-deployments.ts'

interface PruneOptions {
  db: DbOrTx
  /** The engine that removes them; the default one when it has no name. */
  engine: Pick<Engine, 'removeImage'>
  name?: string
  retentionMs: number
  /** Of each instance. */
  keptDeployments: number
  log: Log
}

/**
 * Removes images that Longshore pulled and that no kept deployment uses: after the retention time, or at once when the
 * disk is nearly full. Images that Longshore did not pull are not in the table and stay.
 */
export async function pruneImages(
  { db, engine, name = '', retentionMs, keptDeployments, log }: PruneOptions,
  isDiskLow: boolean,
): Promise<void> {
  const isUnused = notExists(
    db
      .select({ one: sql`1` })
      .from(deploymentImages)
      .innerJoin(deployments, eq(deployments.id, deploymentImages.deploymentId))
      .where(and(eq(deploymentImages.reference, pulledImages.reference), keepsImages(keptDeployments))),
  )
  await db
    .update(pulledImages)
    .set({ unusedSince: null })
    .where(and(isNotNull(pulledImages.unusedSince), sql`not ${isUnused}`))
  await db
    .update(pulledImages)
    .set({ unusedSince: sql`now()` })
    .where(and(isNull(pulledImages.unusedSince), isUnused))
  const isDue = isDiskLow
    ? undefined
    : lt(pulledImages.unusedSince, sql`now() - make_interval(secs => ${retentionMs / 1000})`)
  const due = await db
    .select({ reference: pulledImages.reference })
    .from(pulledImages)
    .where(and(arrayContains(pulledImages.engines, [name]), isNotNull(pulledImages.unusedSince), isDue))
    .orderBy(asc(pulledImages.unusedSince))
  for (const { reference } of due) {
    if (!(await engine.removeImage(reference))) continue
    const others = sql`array_remove(${pulledImages.engines}, ${name})`
    await db.update(pulledImages).set({ engines: others }).where(eq(pulledImages.reference, reference))
    await db.delete(pulledImages).where(and(eq(pulledImages.reference, reference), sql`${pulledImages.engines} = '{}'`))
    log.info({ reference }, 'removed an unused image')
  }
}
