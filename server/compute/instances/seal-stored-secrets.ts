import { createDecipheriv, hkdfSync } from 'node:crypto'
import { eq, isNotNull, or, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { Log } from '../../log.ts'
import type { Db, Store, Tx } from '../../store/connection.ts'
import { instanceSecrets, instances } from '../../store/schema.ts'
import { createInstanceSecrets, credentials, type InstanceSecrets } from './instance-secrets.ts'

const ROWS_AT_ONCE = 200

/**
 * Encrypts secrets that earlier versions stored as plain text, and removes their values from stored events and
 * responses. Every step can be repeated: if a start is killed in between, the next one finishes the work.
 */
export const sealStoredSecrets = async (store: Store, secret: string, log: Log): Promise<void> => {
  const secrets = createInstanceSecrets(secret)
  const hasUnsealed = (await store.db.$count(instances, isUnsealed)) > 0
  const { rows } = await store.pool.query('select 1 from installation where values_removed_at is null limit 1')
  if (!hasUnsealed && rows.length === 0) return
  // The rows come last: as long as one is left, the next start repeats all steps.
  await removeValues(store)
  let sealed = 0
  for (let batch = -1; batch !== 0; sealed += batch) batch = await sealBatch(store.db, secrets, secret)
  await store.pool.query('update installation set values_removed_at = now() where values_removed_at is null')
  if (sealed > 0) log.info({ instances: sealed }, 'encrypted the secrets of instances')
}

const isUnsealed = or(isNotNull(instances.unsealedEnvironment), isNotNull(instances.formerSealedRegistry))

const sealBatch = (db: Db, secrets: InstanceSecrets, secret: string): Promise<number> =>
  db.transaction(async (tx) => {
    const rows = await tx
      .select({
        id: instances.id,
        environment: instances.unsealedEnvironment,
        registry: instances.formerSealedRegistry,
      })
      .from(instances)
      .where(isUnsealed)
      // Nodes that start at the same time wait for each other, so none continues before all rows are encrypted.
      .orderBy(instances.id)
      .limit(ROWS_AT_ONCE)
      .for('no key update')
    for (const { id, environment, registry } of rows) {
      const variables = environment ?? []
      const opened = registry && openFormer(secret, registry, id)
      await secrets.write(tx, id, { variables, credentials: opened ?? null })
      // Keeps credentials that cannot be decrypted; the next start of the instance reports them as unreadable.
      if (registry && !opened)
        await tx
          .insert(instanceSecrets)
          .values({ instanceId: id, registry })
          .onConflictDoUpdate({ target: instanceSecrets.instanceId, set: { registry } })
      await copyToDeployments(tx, id)
      await tx
        .update(instances)
        .set({
          ...(environment && { variableNames: variables.map(({ name }) => name) }),
          unsealedEnvironment: null,
          formerSealedRegistry: null,
        })
        .where(eq(instances.id, id))
    }
    return rows.length
  })

/** An instance of such a version has one deployment, which reads its values from a row of its own. */
const copyToDeployments = (tx: Tx, id: InstanceId) =>
  tx.execute(sql`
    insert into deployment_secret (deployment_id, variables, registry)
    select d.id, s.variables, s.registry
    from deployment d join instance_secret s on s.instance_id = d.instance_id
    where d.instance_id = ${id}
    on conflict (deployment_id) do update set variables = excluded.variables, registry = excluded.registry`)

/** Decrypts the format before `createSeal`: nonce, tag and ciphertext, without a version. */
const openFormer = (secret: string, sealed: Uint8Array, owner: string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, 'longshore', 'registry credentials', 32))
  const bytes = Buffer.from(sealed)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(12, 28))
    const plain = decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
    return v.parse(credentials, JSON.parse(plain))
  } catch {
    return undefined
  }
}

/** Updates events in place, so that a client that reconnects still reads all of them in order. */
const removeValues = async ({ pool }: Store): Promise<void> => {
  for (const { table, column, field } of [
    { table: 'organization_event', column: 'event', field: 'row' },
    { table: 'organization_event', column: 'event', field: 'changes' },
    { table: 'idempotency_key', column: 'response', field: 'instance' },
  ])
    for (;;) {
      const { rowCount } = await pool.query(
        `update ${table} set ${column} = jsonb_set(${column}, '{${field},environment}', (
          select coalesce(jsonb_agg(jsonb_build_object('name', variable -> 'name')), '[]')
          from jsonb_array_elements(${column} #> '{${field},environment}') as variable))
        where ctid = any(array(
          select ctid from ${table} where jsonb_path_exists(${column}, '$.${field}.environment[*].value')
          limit ${ROWS_AT_ONCE * 10}))`,
      )
      if (!rowCount) break
    }
}
