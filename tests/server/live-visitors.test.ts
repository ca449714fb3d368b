import { expect, test } from 'vitest'
import { visitorOutlet } from '../../server/live/visitor-outlet.ts'

test('a visitor of a public organisation hears of an instance without the values of its variables [A1.3]', () => {
  const sent: unknown[] = []
  const outlet = visitorOutlet({
    send: (packets) => sent.push(...packets),
    ready: () => true,
    whenReady: async () => {},
    behind: () => {},
  })
  const instance = { _id: 'one', environment: [{ name: 'PASSWORD', value: 'between us' }] }
  const line = { sequence: 2, log: 'a line' }
  outlet.send([{ sequence: 1, event: { kind: 'instanceChanged', instance } } as { sequence: number }, line])
  expect(JSON.stringify(sent)).not.toContain('between us')
  expect(sent).toMatchObject([
    { sequence: 1, event: { instance: { _id: 'one', environment: [{ name: 'PASSWORD', value: '' }] } } },
    line,
  ])
})
