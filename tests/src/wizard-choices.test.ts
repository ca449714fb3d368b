import { expect, test } from 'vitest'
import { scalingChoices } from '../../src/catalogue/scaling-choices.ts'
import type { ScalingMode } from '../../src/contract/wire/catalogue.ts'
import { stepOfField } from '../../src/instances/deploy-errors.ts'
import { accelerateObstacle } from '../../src/rules/deployments/accelerate-obstacle.ts'
import { shownPrices } from '../../src/rules/pricing/shown-prices.ts'

test('accelerate is not offered while no workload can have a graphics processor, and says why [P1.1]', () => {
  expect(accelerateObstacle(undefined)).toBeNull()
  expect(accelerateObstacle([0])).toBe('No region offers a graphics processor at present.')
  expect(accelerateObstacle([0, 2])).toContain('The engine of this installation')
  expect(stepOfField('type')).toBe('what')
})

test('accelerate shows an hour and a day with 4 decimals, the other types a month with 2 [P9.4]', () => {
  const shown = (type: 'compute' | 'accelerate' | 'multiservice') =>
    shownPrices(type, 312_000).map(({ micros, decimals, per }) => `${micros} ${decimals} ${per}`)
  expect(shown('accelerate')).toEqual(['13000 4 hour', '312000 4 day'])
  expect(shown('compute')[0]).toBe('9360000 2 month')
  expect(shown('multiservice')).toEqual(shown('compute'))
})

test('a scaling mode is a choice only where the region has several [P4.5]', () => {
  const mode = (region: string, scalingMode: ScalingMode) => ({ region, scalingMode })
  const regions = [mode('a', 'NO_SCALING'), mode('b', 'SCALING_ALLOWED'), mode('b', 'AUTO_SCALING')]
  expect(scalingChoices(regions, 'a')).toEqual([])
  expect(scalingChoices(regions, undefined)).toEqual([])
  expect(scalingChoices(regions, 'b')).toEqual([
    { value: 'SCALING_ALLOWED', label: 'Manual' },
    { value: 'AUTO_SCALING', label: 'Automatic' },
  ])
})
