import { asyncScheduler, NEVER } from 'rxjs'
import { expect, test } from 'vitest'
import { downloadLog } from '../../../effects/logs/download-log.ts'
import { persistLogViewSettings } from '../../../effects/logs/persist-log-view-settings.ts'
import type { LogViewSettings } from '../../../src/logs/log-message.ts'
import type { Message } from '../../../src/message.ts'
import { consoleStorage } from '../../../streams/console-storage.ts'
import { tabs } from '../../../streams/tabs.ts'
import { fakeBrowser, fakeWorld } from '../../fakes/fake-world.ts'
import { effectHarness } from '../effect-harness.ts'

const settings: LogViewSettings = { wrap: true, times: 'utc', raw: false, announce: true }

test('log view settings are stored, and broadcast to every tab', () => {
  const browser = fakeBrowser()
  const world = { ...fakeWorld(asyncScheduler), channel: browser.channel }
  const { bus, deps } = effectHarness(world, () => NEVER)
  const emitted: Message[] = []
  tabs({ channel: browser.channel }).subscribe((message) => emitted.push(message))
  bus.listen(persistLogViewSettings(bus.messages, deps))
  bus.send({ type: 'ui/logViewSettingsChanged', settings })
  expect(emitted).toStrictEqual([{ type: 'tab/logViewSettingsChanged', settings }])
  const found: Message[] = []
  consoleStorage(world).subscribe((message) => found.push(message))
  expect(found).toContainEqual({ type: 'storage/logViewSettingsFound', settings })
  expect(bus.read().logViewSettings).toStrictEqual(settings)
})

test('stored settings are read, and ignored if a value is invalid', () => {
  const foundIn = (stored: object) => {
    const world = fakeWorld(asyncScheduler, { kept: { 'log-view-settings': JSON.stringify(stored) } })
    const found: string[] = []
    consoleStorage(world).subscribe(({ type }) => found.push(type))
    return found
  }
  expect(foundIn(settings)).toContain('storage/logViewSettingsFound')
  expect(foundIn({ ...settings, wrap: 'maybe' })).not.toContain('storage/logViewSettingsFound')
})

test('a log file is downloaded from the host of the API, and nothing is downloaded without a URL', () => {
  const world = fakeWorld(asyncScheduler)
  const { bus, deps } = effectHarness(world, () => NEVER, 'https://api.example/api/')
  bus.listen(downloadLog(bus.messages, deps))
  const succeeded = (url: string | null): Message => ({
    type: 'api/triggerInstance.succeeded',
    input: { id: '00000000-0000-4000-8000-000000000001' as never, type: 'download-logs' },
    response: { url, message: 'Ready' },
    atMs: 0,
    requestId: null,
  })
  bus.send(succeeded('/api/compute-instance/deployment/1/logs/download/ticket'))
  bus.send(succeeded(null))
  expect(world.recordedCalls).toStrictEqual([
    'download https://api.example/api/compute-instance/deployment/1/logs/download/ticket',
  ])
})
