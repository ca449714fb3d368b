import { expect } from 'vitest'
import type { Engine, EngineEvent } from '../../../server/engines/engine.ts'
import { deploy, spec, until, type withEngine } from '../harness.ts'

type Suite = ReturnType<typeof withEngine>

export function eventTests({ test, it }: Suite): void {
  test('emits start, end and removal events with the labels', async () => {
    const listener = listen(it.engine)
    const workloadSpec = spec('longshore/trouble:1', { labels: { instance: 'x' }, environment: { AFTER_MS: '100' } })
    await deploy(it.engine, workloadSpec)
    await until(() => expect(listener.kinds(workloadSpec.id)).toEqual(['started', 'ended']))
    await it.engine.remove(workloadSpec.id)
    await until(() => expect(listener.kinds(workloadSpec.id)).toEqual(['started', 'ended', 'removed']))
    for (const { labels, atMs } of listener.events) {
      expect(labels).toEqual({ instance: 'x' })
      expect(Math.abs(atMs - Date.now())).toBeLessThan(30_000)
    }
    await listener.stop()
  })

  test('emits every event to a listener that subscribes right before the start', async () => {
    await it.engine.pull('longshore/trouble:1', {})
    for (let round = 0; round < 5; round += 1) {
      const workloadSpec = spec('longshore/trouble:1')
      const listener = listen(it.engine)
      await it.engine.start(workloadSpec)
      await until(() => expect(listener.kinds(workloadSpec.id)).toEqual(['started', 'ended']))
      await listener.stop()
    }
  })

  test('emits a restart as an end and a start', async () => {
    const { id } = await deploy(it.engine, spec('longshore/clock:1'))
    const listener = listen(it.engine)
    await it.engine.restart(id, 5000)
    await until(() => expect(listener.kinds(id).slice(-2)).toEqual(['ended', 'started']))
    await listener.stop()
  })

  test('emits an end within 2 s', async () => {
    const { id } = await deploy(it.engine, spec('longshore/trouble:1', { environment: { MODE: 'stubborn' } }))
    const listener = listen(it.engine)
    await it.engine.stop(id, 0)
    const state = (await it.engine.inspect(id))?.state
    await until(() => expect(listener.kinds(id)).toContain('ended'))
    const ended = listener.arrivals.get('ended') ?? Number.POSITIVE_INFINITY
    expect(ended - (state?.kind === 'ended' ? state.endedAtMs : 0)).toBeLessThan(2000)
    await listener.stop()
  })

  test('ends without an error when the listener aborts', async () => {
    const listener = listen(it.engine)
    await listener.stop()
  })
}

function listen(engine: Engine) {
  const controller = new AbortController()
  const events: EngineEvent[] = []
  const arrivals = new Map<EngineEvent['kind'], number>()
  const source = engine.events(controller.signal)
  const reading = (async () => {
    for await (const event of source) {
      events.push(event)
      arrivals.set(event.kind, Date.now())
    }
  })()
  return {
    events,
    arrivals,
    kinds: (id: string) => events.filter((event) => event.id === id).map(({ kind }) => kind),
    stop: () => {
      controller.abort()
      return reading
    },
  }
}
