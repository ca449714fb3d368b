import { startBenchStore } from '../support/database/bench-store.ts'
import { compare, perSecond, print } from '../support/ratio.ts'
import { startAcceptingApp, type Team } from './accepting-app.ts'
import { createQueryRecorder, replay } from './recorded-queries.ts'

/**
 * How many deployments are accepted in a second, from the request to its response, while 20 organisations deploy at
 * once. The baseline repeats exactly the queries of one such request on as many connections, without anything else.
 * Deployments that hold credit are compared with those that hold none.
 */
const TEAMS = 20
const DEPLOYMENTS_OF_EACH = 10
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 11)

interface Used {
  micros: number
  deployments: number
}
const millis = ({ micros, deployments }: Used): string => `${(micros / deployments / 1000).toFixed(1)} ms`

const { store, path, stop } = await startBenchStore()
const recorder = createQueryRecorder(store.pool)
const app = await startAcceptingApp(store, path)
const holding = await startAcceptingApp(store, path, 'sandbox')

try {
  const teams: Team[] = []
  for (let number = 0; number < TEAMS; number += 1) teams.push(await app.createTeam(number))
  const [first] = teams
  if (!first) throw new Error('No team was created')
  // Fills the caches of the session and of the rights.
  for (const team of teams) await app.deploy(team)
  const holdingTeams: Team[] = []
  for (let number = 0; number < TEAMS; number += 1) holdingTeams.push(await holding.createTeam(number))
  for (const team of holdingTeams) await holding.deploy(team)
  let instanceId = ''
  const queries = await recorder.record(async () => {
    instanceId = await app.deploy(first)
  })
  const { rows } = await store.pool.query<{ host: string }>('select host from instance where id = $1', [instanceId])
  const host = rows[0]?.host ?? ''
  let hosts = 0

  const inAllTeams = async (deploy: (team: Team) => Promise<unknown>, used: Used, all = teams): Promise<number> => {
    const before = process.cpuUsage()
    await Promise.all(
      all.map(async (team) => {
        for (let count = 0; count < DEPLOYMENTS_OF_EACH; count += 1) await deploy(team)
      }),
    )
    const { user, system } = process.cpuUsage(before)
    used.micros += user + system
    used.deployments += TEAMS * DEPLOYMENTS_OF_EACH
    return TEAMS * DEPLOYMENTS_OF_EACH
  }
  const usedByUs: Used = { micros: 0, deployments: 0 }
  const usedByBare: Used = { micros: 0, deployments: 0 }
  const bare = async (team: Team): Promise<void> => {
    hosts += 1
    const known = new Map([
      [first.organizationId, team.organizationId],
      [first.projectId, team.projectId],
      [first.userId, team.userId],
      [host, `bare-${hosts}`],
    ])
    const connection = await store.pool.connect()
    try {
      await replay(connection, queries, known)
    } finally {
      connection.release()
    }
  }

  const { ours, baseline, ratio } = await compare(
    { name: 'deployments', run: () => inAllTeams(app.deploy, usedByUs) },
    { name: 'bare transactions', run: () => inAllTeams(bare, usedByBare) },
    ROUNDS,
  )
  print(`Deployments accepted, ${TEAMS} organisations at once, ${queries.length} queries each`, [
    {
      what: 'deployments, against bare transactions of the same SQL',
      ours: perSecond(ours),
      baseline: perSecond(baseline),
      ratio,
      bar: { atLeast: 0.6 },
    },
  ])
  const usedHolding: Used = { micros: 0, deployments: 0 }
  const usedWithout: Used = { micros: 0, deployments: 0 }
  const holds = await compare(
    { name: 'holding', run: () => inAllTeams(holding.deploy, usedHolding, holdingTeams) },
    { name: 'without holds', run: () => inAllTeams(app.deploy, usedWithout) },
    ROUNDS,
  )
  print('Deployments accepted with LONGSHORE_BILLING=sandbox', [
    {
      what: 'deployments that hold credit, against those without billing',
      ours: perSecond(holds.ours),
      baseline: perSecond(holds.baseline),
      ratio: holds.ratio,
      bar: { atLeast: 0.87 },
    },
  ])
  console.log(`  processor time of Node for each: ${millis(usedHolding)}, without ${millis(usedWithout)}`)
  console.log(`  processor time of Node for each: ${millis(usedByUs)}, bare ${millis(usedByBare)}`)
} finally {
  await app.stop()
  await holding.stop()
  await stop()
}
