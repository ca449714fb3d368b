import { asyncScheduler, NEVER } from 'rxjs'
import { expect, test } from 'vitest'
import { downloadLog } from '../../effects/logs/download-log.ts'
import { keepLogLook } from '../../effects/logs/keep-log-look.ts'
import type { LogLook } from '../../src/logs/log-message.ts'
import type { Message } from '../../src/message.ts'
import { consoleStorage } from '../../streams/console-storage.ts'
import { tabs } from '../../streams/tabs.ts'
import { fakeBrowser, fakeWorld } from '../fakes/fake-world.ts'
import { bench } from './lane-bench.ts'

const look: LogLook = { wrap: true, times: 'utc', raw: false, announce: true }

test('how logs look is kept, and the same in every tab', () => {
  const browser = fakeBrowser()
  const world = { ...fakeWorld(asyncScheduler), channel: browser.channel }
  const { bus, deps } = bench(world, () => NEVER)
  const told: Message[] = []
  tabs({ channel: browser.channel }).subscribe((message) => told.push(message))
  bus.listen(keepLogLook(bus.messages, deps))
  bus.send({ type: 'ui/logLookChosen', look })
  expect(told).toStrictEqual([{ type: 'tab/logLookChosen', look }])
  const found: Message[] = []
  consoleStorage(world).subscribe((message) => found.push(message))
  expect(found).toContainEqual({ type: 'storage/logLookFound', look })
  expect(bus.read().logLooks).toStrictEqual(look)
})

test('a look that nobody here wrote is not believed', () => {
  const world = fakeWorld(asyncScheduler, { kept: { 'log-look': '{"wrap":"maybe"}' } })
  const found: string[] = []
  consoleStorage(world).subscribe(({ type }) => found.push(type))
  expect(found).not.toContain('storage/logLookFound')
})

test('a file is fetched from where the API is, and no file is fetched where the server has none', () => {
  const world = fakeWorld(asyncScheduler)
  const { bus, deps } = bench(world, () => NEVER)
  bus.listen(downloadLog('https://api.example/api/')(bus.messages, deps))
  const answered = (url: string | null): Message => ({
    type: 'api/triggerInstance.answered',
    input: { id: '00000000-0000-4000-8000-000000000001' as never, type: 'download-logs' },
    answer: { url, message: 'Ready' },
    atMs: 0,
    ask: null,
  })
  bus.send(answered('/api/compute-instance/deployment/1/logs/download/ticket'))
  bus.send(answered(null))
  expect(world.deeds).toStrictEqual([
    'download https://api.example/api/compute-instance/deployment/1/logs/download/ticket',
  ])
})
