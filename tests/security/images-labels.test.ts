import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import type { EngineEvent } from '../../server/engines/engine.ts'
import { busyboxImage } from '../engines/bootstrap/busybox-image.ts'
import { spec } from '../engines/harness.ts'
import { withDockerPlatform } from './support/docker-platform.ts'

describe('an image that carries the labels of Longshore', () => {
  const { test, it } = withDockerPlatform()

  /** Builds an image with the labels of an existing workload, and with additional labels of its own. */
  async function forge(workload: string, instance: string): Promise<string> {
    const labels = {
      'longshore.installation': it.installationId,
      'longshore.workload': workload,
      'longshore.image': 'forged',
      'longshore.labels': '["instance","extra"]',
      'longshore.label.instance': instance,
      'longshore.label.extra': 'forged',
    }
    const container = await it.docker.createContainer({ Image: busyboxImage })
    const changes = Object.entries(labels).map(([name, value]) => `LABEL ${name}=${JSON.stringify(value)}`)
    await container.commit({ repo: 'longshore-test/forged', tag: workload, changes })
    await container.remove()
    return `longshore-test/forged:${workload}`
  }

  async function runForeign(image: string): Promise<() => Promise<void>> {
    const container = await it.docker.createContainer({ Image: image, Cmd: ['sh', '-c', 'exit 3'] })
    await container.start()
    await container.wait()
    return () => container.remove({ force: true })
  }

  test('does not make a foreign container appear in lists, events or disk usage', async () => {
    const { reference } = await it.engine.pull(busyboxImage, { from: 'cache' })
    const ours = spec(reference, { command: ['sleep', '1000'], labels: { instance: 'a' } })
    await it.engine.start(ours)
    const stop = new AbortController()
    const received: EngineEvent[] = []
    const listening = (async () => {
      for await (const event of it.engine.events(stop.signal)) received.push(event)
    })()
    const remove = [await runForeign(await forge(ours.id, 'a')), await runForeign(await forge('w-other', 'a'))]
    try {
      expect((await it.engine.list()).map(({ id }) => id)).toEqual([ours.id])
      expect([...(await it.engine.diskUsage()).keys()]).toEqual([ours.id])
      const marker = spec(reference, { command: ['true'], labels: { instance: 'marker' } })
      await it.engine.start(marker)
      while (!received.some(({ id, kind }) => id === marker.id && kind === 'ended')) await delay(20)
      expect(received.filter(({ id }) => id !== marker.id)).toEqual([])
      await it.engine.remove(marker.id)
    } finally {
      stop.abort()
      await listening
      for (const each of remove) await each()
      await it.engine.remove(ours.id)
    }
  })

  test('does not change the reported labels of a workload that runs it', async () => {
    const image = await forge('w-elsewhere', 'b')
    const { reference } = await it.engine.pull(image, { from: 'cache' })
    const ours = spec(reference, { command: ['sleep', '1000'], labels: { instance: 'a' } })
    const started = await it.engine.start(ours)
    expect(started).toMatchObject({ id: ours.id, image: reference, labels: { instance: 'a' } })
    expect(started.labels).toEqual({ instance: 'a' })
    expect(await it.engine.list()).toEqual([started])
    await it.engine.remove(ours.id)
  })
})
