import { expect, test } from 'vitest'
import { guardedSink } from '../../server/live/visible-events.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { permissionsOf } from '../../src/rules/roles.ts'

const basic = (sequence: number) => ({ sequence, event: { kind: 'rolesChanged' } })
const protectedEvent = (sequence: number) => ({ sequence, event: { kind: 'billingDetailsChanged' } })

const ownerSink = () => {
  const sent: number[] = []
  let isReady = true
  const resumes: (() => void)[] = []
  const sink = guardedSink(
    {
      send: (packets) => void sent.push(...packets.map(({ sequence }) => sequence)),
      ready: () => isReady,
      whenReady: () => new Promise<void>((resolve) => resumes.push(resolve)),
      lagged: () => undefined,
    },
    { organizationId: 'one' as OrganizationId, role: 'owner', permissions: permissionsOf('owner') },
  )
  const buffer = (isFull: boolean) => {
    isReady = !isFull
    for (const resume of resumes.splice(0)) resume()
  }
  return { sent, sink, buffer }
}

test('while rights are in doubt, events pass up to the first that needs a permission', () => {
  const { sent, sink } = ownerSink()
  sink.send([protectedEvent(1)])
  sink.hold()
  sink.send([basic(2)])
  expect([sent, sink.ready()]).toEqual([[1, 2], true])
  sink.send([basic(3), protectedEvent(4), basic(5)])
  expect([sent, sink.ready()]).toEqual([[1, 2, 3], false])
})

test('held events are sent once the rights were read after the last change, and only once', async () => {
  const { sent, sink } = ownerSink()
  sink.hold()
  const before = sink.holds
  sink.send([protectedEvent(1)])
  sink.hold()
  let isResumed = false
  const resumed = sink.whenReady().then(() => {
    isResumed = true
  })
  sink.release(before)
  await Promise.resolve()
  expect([sent, sink.ready(), isResumed]).toEqual([[], false, false])
  sink.release(sink.holds)
  await resumed
  expect([sent, sink.ready()]).toEqual([[1], true])
  sink.release(sink.holds)
  sink.send([protectedEvent(2)])
  expect(sent).toEqual([1, 2])
})

test('a sink whose connection is full stays busy after held events are released', async () => {
  const { sent, sink, buffer } = ownerSink()
  sink.hold()
  sink.send([protectedEvent(1)])
  buffer(true)
  let isResumed = false
  const resumed = sink.whenReady().then(() => {
    isResumed = true
  })
  sink.release(sink.holds)
  await new Promise(setImmediate)
  expect([sent, sink.ready(), isResumed]).toEqual([[1], false, false])
  buffer(false)
  await resumed
  expect(sink.ready()).toBe(true)
})
