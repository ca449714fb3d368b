import { expect, test } from 'vitest'
import { keptPriceMicros } from '../../src/volumes/kept-price.ts'
import { unusedVolumesText } from '../../src/volumes/kept-text.ts'

const of = (instanceId: string | null, dailyPriceMicros: number, state: 'Available' | 'Pending' = 'Available') => ({
  attachment: instanceId === null ? null : { instanceId: instanceId as never, service: 'app', mountPath: '/data' },
  dailyPriceMicros,
  state,
})

test('a closed instance keeps the price of its volumes that have data, and of its addresses', () => {
  const volumes = [of('a', 10), of('a', 5, 'Pending'), of('b', 100)]
  expect(keptPriceMicros('a', volumes, [of('a', 3), of(null, 50)])).toBe(13)
  expect(keptPriceMicros('c', volumes, [])).toBe(0)
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
