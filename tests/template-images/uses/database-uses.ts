import { Client } from 'pg'
import { expect } from 'vitest'
import type { Deployed } from '../deploy-template.ts'
import { talk } from '../talk.ts'
import type { TestedTemplate } from './tested-template.ts'

async function query(instance: Deployed, sql: string): Promise<unknown[]> {
  const client = new Client({
    host: '127.0.0.1',
    port: instance.port(5432),
    user: 'postgres',
    database: 'postgres',
    password: await instance.value('POSTGRES_PASSWORD'),
  })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Connects by the name of the service, as another service does. */
const mariadb = async (instance: Deployed, sql: string): Promise<string> => {
  const password = `--password=${await instance.value('MARIADB_ROOT_PASSWORD')}`
  return instance.run(['mariadb', '--host=app', '--protocol=tcp', '--user=root', password, '-Ne', sql, 'app'])
}

const redis = async (instance: Deployed, command: string, enough: RegExp): Promise<string> =>
  talk(instance.port(6379), [`AUTH ${await instance.value('REDIS_PASSWORD')}`, command], enough)

export const databaseUses: readonly TestedTemplate[] = [
  {
    id: 'postgres',
    async use(instance) {
      await query(instance, "create table tide (name text); insert into tide values ('high')")
      expect(await query(instance, 'select name from tide')).toEqual([{ name: 'high' }])
    },
    async afterRestart(instance) {
      expect(await query(instance, 'select name from tide')).toEqual([{ name: 'high' }])
    },
  },
  {
    id: 'mariadb',
    async use(instance) {
      await mariadb(instance, "create table tide (name text); insert into tide values ('high')")
      expect(await mariadb(instance, 'select name from tide')).toBe('high')
    },
    async afterRestart(instance) {
      expect(await mariadb(instance, 'select name from tide')).toBe('high')
    },
  },
  {
    id: 'redis',
    async use(instance) {
      await expect(talk(instance.port(6379), ['GET tide'], /\r\n/)).resolves.toContain('NOAUTH')
      expect(await redis(instance, 'SET tide high', /OK\r\n.*OK\r\n/s)).toContain('+OK')
    },
    async afterRestart(instance) {
      expect(await redis(instance, 'GET tide', /\$4\r\n.*\r\n/s)).toContain('high')
    },
  },
  {
    id: 'memcached',
    async use(instance) {
      const answer = await talk(instance.port(11_211), ['set tide 0 0 4', 'high', 'get tide'], /END/)
      expect(answer).toBe('STORED\r\nVALUE tide 0 4\r\nhigh\r\nEND\r\n')
    },
  },
]
