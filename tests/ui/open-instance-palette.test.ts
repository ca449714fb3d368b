import { expect, test } from 'vitest'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { instanceTitle } from '../../ui/instances/instance-tabs.ts'
import { openInstanceCommands } from '../../ui/instances/open-instance-palette.tsx'
import type { PalettePlace } from '../../ui/kinds/console-kind.ts'

const place = { organization: { profile: { username: 'pier' } }, pathname: '/pier/p/i' } as PalettePlace
const commandsOf = (over: Partial<Instance>, blocked?: string) =>
  openInstanceCommands(
    { _id: 'i', name: 'web', computeProject: 'p', state: 'Active', desiredState: 'active', ...over } as Instance,
    place,
    blocked,
  )
const labelsOf = (kind: string, over: Partial<Instance> = {}) =>
  commandsOf(over)
    .filter((command) => command.kind === kind)
    .map(({ label }) => label)

test('the palette lists the tabs of the open instance with their addresses', () => {
  const pages = commandsOf({}).filter(({ kind }) => kind === 'Page')
  expect(pages.map(({ to }) => to)).toEqual(
    expect.arrayContaining(['/pier/p/i', '/pier/p/i/metrics', '/pier/p/i/logs']),
  )
})

test('the palette lists what can be done with the open instance in its state', () => {
  expect(labelsOf('Action')).toEqual(expect.arrayContaining(['Restart instance', 'Close instance', 'Delete instance']))
  expect(labelsOf('Action', { state: 'Closed', desiredState: 'closed' })).not.toContain('Close instance')
  expect(labelsOf('Action', { desiredState: 'deleted' })).toEqual([])
})

test('an action of the palette opens its dialog, and says why it is not allowed', () => {
  const close = commandsOf({}, 'Only admins change instances.').find(({ label }) => label === 'Close instance')
  expect(close).toMatchObject({
    blocked: 'Only admins change instances.',
    message: { type: 'ui/modalOpened', modal: { kind: 'closeInstance', id: 'i' } },
  })
})

test('each tab of an instance has a document title of its own', () => {
  expect(instanceTitle('web', '/pier/p/i')).toBe('web')
  expect(instanceTitle('web', '/pier/p/i/logs/instance-logs')).toBe('Logs · web')
  expect(instanceTitle('web', '/pier/p/i/metrics')).toBe('Metrics · web')
})
