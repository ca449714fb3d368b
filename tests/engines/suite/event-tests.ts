import { expect } from 'vitest'
import type { Engine, EngineEvent } from '../../../server/engines/engine.ts'
import { deploy, spec, until, type withEngine } from '../harness.ts'

type Suite = ReturnType<typeof withEngine>

export function eventTests({ test, it }: Suite): void {
  test('tells of start, end and removal, with the labels, as they happen', async () => {
    const heard = listen(it.engine)
    const wanted = spec('longshore/trouble:1', { labels: { instance: 'x' }, environment: { AFTER_MS: '100' } })
    await deploy(it.engine, wanted)
    await until(() => expect(heard.kinds(wanted.id)).toEqual(['started', 'ended']))
    await it.engine.remove(wanted.id)
    await until(() => expect(heard.kinds(wanted.id)).toEqual(['started', 'ended', 'removed']))
    for (const { labels, atMs } of heard.events) {
      expect(labels).toEqual({ instance: 'x' })
      expect(Math.abs(atMs - Date.now())).toBeLessThan(30_000)
    }
    await heard.stop()
  })

  test('misses nothing for one who listens before the start, however soon that comes', async () => {
    await it.engine.pull('longshore/trouble:1', {})
    for (let round = 0; round < 5; round += 1) {
      const wanted = spec('longshore/trouble:1')
      const heard = listen(it.engine)
      await it.engine.start(wanted)
      await until(() => expect(heard.kinds(wanted.id)).toEqual(['started', 'ended']))
      await heard.stop()
    }
  })

  test('tells of a restart as an end and a start', async () => {
    const { id } = await deploy(it.engine, spec('longshore/clock:1'))
    const heard = listen(it.engine)
    await it.engine.restart(id, 5000)
    await until(() => expect(heard.kinds(id).slice(-2)).toEqual(['ended', 'started']))
    await heard.stop()
  })

  test('a change reaches the listener at once', async () => {
    const { id } = await deploy(it.engine, spec('longshore/trouble:1', { environment: { MODE: 'stubborn' } }))
    const heard = listen(it.engine)
    await it.engine.stop(id, 0)
    const state = (await it.engine.inspect(id))?.state
    await until(() => expect(heard.kinds(id)).toContain('ended'))
    const ended = heard.arrivals.get('ended') ?? Number.POSITIVE_INFINITY
    expect(ended - (state?.kind === 'ended' ? state.endedAtMs : 0)).toBeLessThan(2000)
    await heard.stop()
  })

  test('ends quietly when the listener leaves', async () => {
    const heard = listen(it.engine)
    await heard.stop()
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
