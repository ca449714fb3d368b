import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import pg from 'pg'
import { pino } from 'pino'
import { startEmbedded } from '../server/store/embedded.ts'
import { deploy, makeFolder, makeProject, settled, startControlPlane, startProgram } from './support/control-plane.ts'
import { printFigure } from './support/figures.ts'
import { compare, perSecond, print } from './support/ratio.ts'

const IDLE_MS = 30_000
const SECONDS = 3
const VARIABLES = 20

/** Resident memory of one process, in MB of 1,000,000 bytes. */
const residentMegabytes = (pid: number): number =>
  (Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024) / 1e6

const requests = async (url: string, token?: string): Promise<number> => {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const result = await autocannon({ url, connections: 20, duration: SECONDS, headers })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} rejected, ${result.errors} failed.`)
  return result.requests.total
}

const execute = async (sql: string, values: unknown[]): Promise<void> => {
  const connection = new pg.Client({ connectionString: database.url })
  await connection.connect()
  await connection.query(sql, values)
  await connection.end()
}

const folder = await makeFolder()
const database = await startEmbedded({ dataFolder: folder.path, log: pino({ level: 'silent' }) })
const controlPlane = await startControlPlane({
  LONGSHORE_ENGINE: 'process',
  DATABASE_URL: database.url,
  LONGSHORE_LOG: 'error',
  LONGSHORE_REQUESTS_PER_MINUTE: '999999999',
})
const bare = await startProgram(fileURLToPath(new URL('./support/bare-fastify.ts', import.meta.url)), {
  DATABASE_URL: database.url,
})

try {
  const token = await controlPlane.signIn('bench')
  await delay(IDLE_MS)
  const idle = residentMegabytes(controlPlane.pid)
  console.log('\nControl plane, process engine, without PostgreSQL')
  printFigure('resident memory, 30 s idle', idle, 'MB', 140, 'Uptime Kuma 144 MB, Dokploy 1,337 MB')

  const made = await makeProject(controlPlane.url, token)
  const { _id } = await deploy(controlPlane.url, token, made)
  await settled(controlPlane.url, token, _id, 'Active')
  const { user } = await (
    await fetch(`${controlPlane.url}/api/profile`, { headers: { authorization: `Bearer ${token}` } })
  ).json()
  const rates = await compare(
    {
      name: 'GET compute-instance/{id}',
      run: () => requests(`${controlPlane.url}/api/compute-instance/${_id}`, token),
    },
    { name: 'bare Fastify, the same SQL', run: () => requests(`${bare.url}/instance/${_id}`) },
    5,
  )
  const variables = Array.from({ length: VARIABLES }, (_, number) => ({
    name: `VARIABLE_${number}`,
    value: 'a value of thirty-two characters',
  }))
  const values = Object.fromEntries(variables.map(({ name, value }) => [name, value]))
  const [sealed, plain] = [
    await deploy(controlPlane.url, token, made, 'longshore/hello:1', [8080], values),
    await deploy(controlPlane.url, token, made, 'longshore/hello:1', [8080], values),
  ]
  for (const instance of [sealed, plain]) await settled(controlPlane.url, token, instance._id, 'Active')
  // Versions without encryption stored the values in the instance's row, and every request read them.
  await execute('update instance set environment = $2 where id = $1', [plain._id, JSON.stringify(variables)])
  const seals = await compare(
    { name: 'sealed', run: () => requests(`${controlPlane.url}/api/compute-instance/${sealed._id}`, token) },
    { name: 'in the row', run: () => requests(`${controlPlane.url}/api/compute-instance/${plain._id}`, token) },
    9,
  )
  const profiles = await compare(
    { name: 'GET profile', run: () => requests(`${controlPlane.url}/api/profile`, token) },
    { name: 'bare Fastify, the same SQL', run: () => requests(`${bare.url}/profile/${user._id}`) },
    5,
  )
  print('Requests', [
    {
      what: 'GET compute-instance/{id}, against a bare Fastify route with the same SQL',
      ours: perSecond(rates.ours),
      baseline: perSecond(rates.baseline),
      ratio: rates.ratio,
      bar: { atLeast: 0.6 },
    },
    {
      what: `GET compute-instance/{id} with ${VARIABLES} sealed variables, against values in the instance's row`,
      ours: perSecond(seals.ours),
      baseline: perSecond(seals.baseline),
      ratio: seals.ratio,
      bar: { atLeast: 0.95 },
    },
    {
      what: 'GET profile, against a bare Fastify route with the same SQL',
      ours: perSecond(profiles.ours),
      baseline: perSecond(profiles.baseline),
      ratio: profiles.ratio,
      bar: { atLeast: 0.5 },
    },
  ])
} finally {
  await bare.stop()
  await controlPlane.stop()
  await database.stop()
  await folder.remove()
}
