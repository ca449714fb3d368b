import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { asc, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import type { Db } from '../store/connection.ts'
import * as schema from '../store/schema.ts'
import { auditEntries } from '../store/schema.ts'
import { verifyChain } from './verify-chain.ts'

const help = `npm run audit:verify [-- --noted FILE] [-- --print ID]

Verifies every audit log of the database that DATABASE_URL names: those of organisations, deleted ones included, and of
users. One line for each: its id, its number of entries and the hash of the last. Exits with 1 if an entry is missing
or changed.

  --noted FILE  output of an earlier run, stored where nobody with write access to the database can change it; also
                detects a log that was rewritten as a whole
  --print ID    prints the entries of one organisation or user instead, one JSON value a line
`

type ChainId = OrganizationId | UserId
const chainOf = sql`coalesce(organization_id, user_id)`

/** Verifies all audit logs, or prints one. Resolves with the exit code. */
const run = async (): Promise<number> => {
  const { values } = parseArgs({
    options: { noted: { type: 'string' }, print: { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help) return writeOut(help)
  const url = process.env.DATABASE_URL
  if (!url) return writeError('Set DATABASE_URL to the database whose audit logs you want to verify.')
  const pool = new pg.Pool({ connectionString: url, max: 2, application_name: 'longshore audit' })
  const db: Db = drizzle(pool, { schema, casing: 'snake_case' })
  try {
    if (values.print !== undefined) return await print(db, values.print)
    const noted = values.noted === undefined ? [] : notedIn(readFileSync(values.noted, 'utf8'))
    return (await verifyAll(db)) && (await areAsNoted(db, noted)) ? 0 : 1
  } finally {
    await pool.end()
  }
}

const verifyAll = async (db: Db): Promise<boolean> => {
  const { rows } = await db.execute<{ id: ChainId }>(
    sql`select id from audit_chain union select ${chainOf} from audit_entry order by 1`,
  )
  let areIntact = true
  for (const { id } of rows) {
    const { verified, removed, violation, lastHash } = await verifyChain(db, id)
    if (violation) areIntact = false
    writeOut(
      violation
        ? `${id}  entry ${violation.sequence} is ${violation.kind}\n`
        : `${id}  ${removed + verified} ${lastHash}  ${verified} verified, ${removed} removed by retention\n`,
    )
  }
  writeOut(areIntact ? `Verified: ${rows.length} logs, no entry missing or changed.\n` : 'NOT verified.\n')
  return areIntact
}

interface Noted {
  id: string
  sequence: number
  hash: string
}

const notedIn = (text: string): Noted[] =>
  [...text.matchAll(/^([0-9a-f-]{36}) {2}(\d+) ([0-9a-f]{64}) /gm)].map(([, id = '', sequence, hash = '']) => ({
    id,
    sequence: Number(sequence),
    hash,
  }))

/** Checks that each noted entry still exists with the same hash, except those that retention has removed. */
const areAsNoted = async (db: Db, noted: readonly Noted[]): Promise<boolean> => {
  let areSame = true
  for (const { id, sequence, hash } of noted) {
    const { rows } = await db.execute<{ is_same: boolean }>(sql`
      select hash = decode(${hash}, 'hex') as is_same from audit_entry
        where ${chainOf} = ${id}::uuid and sequence = ${sequence}
      union all select true from audit_chain where id = ${id}::uuid and removed_sequence >= ${sequence}`)
    if (rows[0]?.is_same) continue
    areSame = false
    writeOut(`${id}  entry ${sequence} differs from the noted one\n`)
  }
  return areSame
}

const print = async (db: Db, id: string): Promise<number> => {
  if (!/^[0-9a-f-]{36}$/.test(id)) return writeError(`${id} is not the id of an organisation or a user.`)
  const rows = await db.select().from(auditEntries).where(sql`${chainOf} = ${id}`).orderBy(asc(auditEntries.sequence))
  for (const { hash, ...entry } of rows)
    writeOut(`${JSON.stringify({ ...entry, hash: Buffer.from(hash).toString('hex') })}\n`)
  return 0
}

const writeOut = (message: string): number => {
  process.stdout.write(message)
  return 0
}

const writeError = (message: string): number => {
  process.stderr.write(`${message}\n`)
  return 2
}

process.exitCode = await run()
