import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** An empty, migrated database of one's own; drop it when the file is done. */
export async function copyDatabase(): Promise<TestDatabase> {
  const template = inject('templateUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const templateName = nameOf(template)
  await administer(template, `create database ${name} template ${templateName}`)
  return {
    url: template.replace(new RegExp(`/${templateName}$`), `/${name}`),
    drop: () => administer(template, `drop database if exists ${name} with (force)`),
  }
}

/** A template may have no connection while it is copied, and two files may ask at the same time. */
async function administer(template: string, statement: string) {
  const client = new pg.Client({ connectionString: template.replace(/\/\w+$/, '/postgres') })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(1)')
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function nameOf(url: string) {
  const [name] = /\w+$/.exec(url) ?? []
  if (!name) throw new Error(`no database in ${url}`)
  return name
}
