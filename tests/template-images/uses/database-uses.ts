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

const mariadb = async (instance: Deployed, sql: string): Promise<string> => {
  const password = `--password=${await instance.value('MARIADB_ROOT_PASSWORD')}`
  return instance.run(['mariadb', '--host=127.0.0.1', '--user=root', password, '-Ne', sql, 'app'])
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
    withProbe: true,
    async use(instance) {
      const script = `let all = ''
        const socket = require('node:net').connect(11211, 'app', () => socket.write('set tide 0 0 4\\r\\nhigh\\r\\nget tide\\r\\n'))
        socket.on('data', (part) => { all += part; if (all.includes('END')) socket.end(() => console.log(all)) })`
      expect(await instance.probe(script)).toMatch(/^STORED\s+VALUE tide 0 4\s+high\s+END$/)
    },
  },
]
