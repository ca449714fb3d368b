import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ReplicaPhase, RollOutStep } from '../../server/compute/reconcile/roll-out/roll-out-state.ts'
import { service, World } from './reconcile-roll-out-world.ts'

const kinds = (steps: readonly RollOutStep[]) => steps.map(({ kind }) => kind)

/** Lets roll-out and engine alternate until neither has anything to do. */
function converge(world: World): RollOutStep[] {
  const steps: RollOutStep[] = []
  for (let round = 0; round < 60; round += 1) {
    const before = JSON.stringify(world)
    steps.push(...world.settle())
    world.engineActs()
    if (JSON.stringify(world) === before) return steps
  }
  throw new Error('The roll-out does not converge')
}

const phasesOf = (world: World, deployment: number): ReplicaPhase[] =>
  world.rows.filter(({ deploymentId }) => deploymentId === `deployment ${deployment}`).map(({ phase }) => phase)

function running(...services: ReturnType<typeof service>[]): World {
  const world = new World()
  world.deploy(services)
  converge(world)
  return world
}

describe('a roll-out', () => {
  test('creates replicas, starts them, and switches to them when all are ready', () => {
    const world = new World()
    world.deploy([service('app', 3)])
    expect(kinds(converge(world))).toEqual(['createReplicas', 'start', 'switch'])
    expect(world.rows.map(({ index, isRouted }) => ({ index, isRouted }))).toEqual(
      [0, 1, 2].map((index) => ({ index, isRouted: true })),
    )
  })

  test('starts a service only when the services that it starts after are ready', () => {
    const world = new World()
    world.deploy([service('web', 2, ['api']), service('api', 1, ['db']), service('db')])
    world.settle()
    expect(world.rows.map((row) => `${row.service} ${row.phase}`)).toEqual([
      'web waiting',
      'web waiting',
      'api waiting',
      'db starting',
    ])
    world.engineActs()
    world.settle()
    expect(world.rows.map(({ phase }) => phase)).toEqual(['waiting', 'waiting', 'starting', 'ready'])
    converge(world)
    expect(world.rows.every(({ isRouted }) => isRouted)).toBe(true)
  })

  test('an update starts the new replicas beside the old ones, which drain after the switch', () => {
    const world = running(service('app', 2))
    world.deploy([service('app', 2)])
    world.settle()
    expect(phasesOf(world, 1)).toEqual(['ready', 'ready'])
    expect(world.rows.filter(({ isRouted }) => isRouted).map(({ deploymentId }) => deploymentId)).toEqual([
      'deployment 1',
      'deployment 1',
    ])
    world.engineActs()
    expect(kinds(world.settle())).toEqual(['switch', 'stop'])
    expect(world.rows.map(({ isRouted, isDraining }) => [isRouted, isDraining])).toEqual([
      [false, true],
      [false, true],
      [true, false],
      [true, false],
    ])
    converge(world)
    expect(phasesOf(world, 1)).toEqual(['ended', 'ended'])
  })

  test('a failed update leaves the old deployment serving', () => {
    const world = running(service('app', 2))
    world.deploy([service('app', 2)])
    world.settle()
    const [first] = world.rows.filter(({ deploymentId }) => deploymentId === 'deployment 2')
    if (first) world.become(first, 'failed')
    expect(kinds(converge(world))).toEqual(['stop', 'fail'])
    expect(phasesOf(world, 1)).toEqual(['ready', 'ready'])
    expect(phasesOf(world, 2)).toEqual(['failed', 'ended'])
    expect(world.rows.filter(({ isRouted }) => isRouted)).toHaveLength(2)
    expect(world.end).toBeUndefined()
  })

  test('the first release command runs after the services that it needs, and an update finds those that serve', () => {
    const world = new World()
    const services = [service('web', 1, ['db']), service('db')]
    world.deploy(services, { release: 'pending', releaseAfter: ['db'] })
    expect(kinds(world.settle())).toEqual(['createReplicas', 'start'])
    expect(world.rows.map(({ service: name, phase }) => `${name} ${phase}`)).toEqual(['db starting'])
    world.engineActs()
    expect(kinds(world.settle())).toEqual(['release', 'createReplicas', 'start'])
    world.engineActs()
    expect(kinds(world.settle())).toEqual(['switch'])
    world.deploy(services, { release: 'pending', releaseAfter: ['db'] })
    expect(kinds(world.settle())).toEqual(['release', 'createReplicas', 'start'])
  })

  test('a release command runs once before any replica starts, and its failure starts none', () => {
    const world = running(service('app'))
    world.deploy([service('app')], { release: 'pending' })
    expect(kinds(world.settle()).slice(0, 2)).toEqual(['release', 'createReplicas'])
    converge(world)
    world.releaseFails = true
    world.deploy([service('app')], { release: 'pending' })
    expect(kinds(converge(world))).toEqual(['release'])
    expect(phasesOf(world, 2)).toEqual(['ready'])
    expect(phasesOf(world, 3)).toEqual([])
    expect(world.released).toEqual(['deployment 2', 'deployment 3'])
  })

  test('an update with a gap stops the old replicas first, and brings them back when it fails', () => {
    const world = running(service('app', 2))
    world.deploy([service('app', 2)], { hasGap: true })
    expect(world.settle()).toMatchObject([{ kind: 'stop', drains: true }])
    world.engineActs()
    expect(kinds(world.settle())).toEqual(['createReplicas', 'start'])
    for (const row of world.rows) if (row.phase === 'starting') world.become(row, 'failed')
    expect(kinds(converge(world))).toEqual(['fail', 'createReplicas', 'start'])
    expect(phasesOf(world, 1)).toEqual(['ended', 'ended', 'ready', 'ready'])
  })

  test('an update that is replaced before its switch never serves', () => {
    const world = running(service('app'))
    world.deploy([service('app')])
    world.settle()
    world.deploy([service('app', 2)])
    expect(kinds(converge(world))).toEqual(['stop', 'supersede', 'createReplicas', 'start', 'switch', 'stop'])
    expect(phasesOf(world, 2)).toEqual(['ended'])
    expect(phasesOf(world, 3)).toEqual(['ready', 'ready'])
  })

  test('an instance of which one replica failed goes on, and one without any left has failed', () => {
    const world = running(service('app', 2), service('worker'))
    const [first, second] = world.rows
    if (first) world.become(first, 'failed')
    expect(world.settle()).toEqual([])
    if (second) world.become(second, 'failed')
    expect(kinds(converge(world))).toEqual(['stop', 'endInstance'])
    expect(world.end).toBe('failed')
  })

  test('workers that have all finished end the instance', () => {
    const world = running(service('worker', 2))
    for (const row of world.rows) world.become(row, 'finished')
    expect(kinds(world.settle())).toEqual(['endInstance'])
    expect(world.end).toBe('finished')
  })

  test.each(['closed', 'deleted'] as const)('an instance is %s when the last workload has ended', (desiredState) => {
    const world = running(service('app', 2))
    world.deploy([service('app', 2)])
    world.settle()
    world.desiredState = desiredState
    expect(world.settle()).toMatchObject([{ kind: 'stop', drains: false }])
    expect([world.end, world.isDeleted]).toEqual([undefined, false])
    converge(world)
    expect([world.end, world.isDeleted]).toEqual(desiredState === 'closed' ? ['closed', false] : [undefined, true])
  })
})

describe('for any order of requests, failures and kills', () => {
  const configuration = fc.constantFrom(
    [service('app')],
    [service('app', 3)],
    [service('web', 2, ['db']), service('db')],
    [service('web', 1, ['api']), service('api', 2, ['db']), service('db')],
  )
  const action = fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('deploy' as const), configuration, hasGap: fc.boolean() }) },
    { weight: 12, arbitrary: fc.record({ kind: fc.constant('pass' as const) }) },
    {
      weight: 12,
      arbitrary: fc.record({
        kind: fc.constant('replica' as const),
        which: fc.nat(),
        phase: fc.constantFrom<ReplicaPhase>('ready', 'ready', 'ready', 'starting', 'failed', 'finished'),
      }),
    },
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('engine' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('closed' as const, 'deleted' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('releaseFails' as const, 'releaseWorks' as const) }) },
  )
  type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

  function act(world: World, next: Action): void {
    switch (next.kind) {
      case 'deploy':
        if (world.desiredState !== 'active' || world.isClosed) return
        world.deploy(next.configuration, { hasGap: next.hasGap, release: 'pending' })
        return
      case 'pass':
        // A kill between two steps is a pass that never follows, and one within a step rolls its transaction back.
        world.pass()
        return
      case 'replica': {
        const live = world.rows.filter(
          ({ phase, isDesired }) => isDesired && (phase === 'starting' || phase === 'ready'),
        )
        const row = live[next.which % live.length]
        if (row) world.become(row, next.phase)
        return
      }
      case 'engine':
        world.engineActs()
        return
      case 'closed':
      case 'deleted':
        if (world.desiredState !== 'deleted') world.desiredState = next.kind
        return
      case 'releaseFails':
      case 'releaseWorks':
        world.releaseFails = next.kind === 'releaseFails'
    }
  }

  function check(world: World): void {
    const serving = world.deployments.filter(({ isServing }) => isServing)
    expect(serving.length).toBeLessThanOrEqual(1)
    for (const row of world.rows) if (row.isRouted) expect(row.deploymentId).toBe(serving[0]?.id)
    const places = world.rows
      .filter(({ phase }) => phase !== 'ended')
      .map((row) => `${row.deploymentId} ${row.service} ${row.index}`)
    expect(new Set(places).size).toBe(places.length)
    expect(serving.filter(({ isFailed }) => isFailed)).toEqual([])
  }

  const play = (actions: readonly Action[]): World => {
    const world = new World()
    world.deploy([service('app', 2)])
    for (const next of actions) {
      if (world.isDeleted) break
      act(world, next)
      check(world)
    }
    return world
  }

  test('one deployment serves at most, no replica is doubled, and routes lead to the serving one only', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        play(actions)
      }),
      { numRuns: 500 },
    )
  })

  test('an update that fails leaves the routes as they were', () => {
    fc.assert(
      fc.property(fc.array(configuration, { minLength: 1, maxLength: 3 }), fc.nat(), (updates, which) => {
        const world = running(service('app', 2))
        const before = world.rows.filter(({ isRouted }) => isRouted).map(({ id }) => id)
        for (const services of updates) world.deploy(services)
        world.settle()
        const starting = world.rows.filter(({ phase }) => phase === 'starting')
        const row = starting[which % starting.length]
        if (row) world.become(row, 'failed')
        converge(world)
        expect(world.rows.filter(({ isRouted }) => isRouted).map(({ id }) => id)).toEqual(before)
      }),
    )
  })

  test('once the engine works, the newest deployment serves, or the instance is closed, deleted or failed', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        const world = play(actions)
        if (!world.isDeleted) converge(world)
        expect(world.isDeleted).toBe(world.desiredState === 'deleted')
        const live = world.rows.filter(({ phase }) => phase === 'ready')
        if (world.isDeleted) expect(live).toEqual([])
        if (world.isDeleted) return
        if (world.desiredState === 'closed') expect(world.isClosed).toBe(true)
        const [open, ...others] = world.deployments.filter(({ isEnded }) => !isEnded)
        expect(others).toEqual([])
        expect(open?.isServing ?? true).toBe(true)
        expect(live.filter(({ isRouted, deploymentId }) => !isRouted || deploymentId !== open?.id)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})
