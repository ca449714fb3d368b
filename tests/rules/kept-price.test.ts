import { expect, test } from 'vitest'
import { keptWhileClosed } from '../../src/volumes/kept-price.ts'
import { keptWhileClosedText, unusedVolumesText } from '../../src/volumes/kept-text.ts'

const of = (instanceId: string | null, dailyPriceMicros: number, name = 'books') => ({
  name,
  attachment: instanceId === null ? null : { instanceId: instanceId as never, service: 'app', mountPath: '/data' },
  dailyPriceMicros,
})

test('a closed instance keeps its volumes that have data and its static addresses, with their price', () => {
  const state = 'Available' as const
  const volumes = [
    { ...of('a', 10), state },
    { ...of('a', 5, 'new'), state: 'Pending' as const },
    { ...of('b', 100, 'other'), state },
  ]
  const addresses = [
    { ...of('a', 3, 'mail'), type: 'static' as const },
    { ...of('a', 7, ''), type: 'dedicated' as const },
    { ...of(null, 50, 'free'), type: 'static' as const },
  ]
  expect(keptWhileClosed('a', volumes, addresses)).toEqual({ volumes: ['books'], addresses: ['mail'], dailyMicros: 13 })
  expect(keptWhileClosed('c', volumes, [])).toEqual({ volumes: [], addresses: [], dailyMicros: 0 })
})

test('what is kept and costs while an instance is closed is named', () => {
  expect(keptWhileClosedText([], [])).toBe('')
  expect(keptWhileClosedText(['books'], [])).toBe('The volume books is kept, and costs until you delete it.')
  expect(keptWhileClosedText([], ['mail'])).toBe('The address mail is kept, and costs until you delete it.')
  expect(keptWhileClosedText(['a', 'b'], ['mail'])).toBe(
    'The volumes a, b and the address mail are kept, and cost until you delete them.',
  )
})

const configuration = (...names: string[]) =>
  ({ services: [{ volumes: names.map((name) => ({ name })) }] }) as unknown as Parameters<typeof unusedVolumesText>[0]

test('a change says which volumes it leaves without a user, and that they are charged', () => {
  expect(unusedVolumesText(configuration('a'), configuration('a', 'b'))).toBe('')
  expect(unusedVolumesText(configuration('a', 'b'), configuration('b'))).toBe(
    ' The volume a stays in the project without a user, and is charged until you delete it.',
  )
  expect(unusedVolumesText(configuration('a', 'b'), configuration())).toContain('The volumes a, b stay')
})
