import { expect, test } from 'vitest'
import { standIn } from '../../ui/parts/focus/focus-target.ts'

type Target = Parameters<typeof standIn>[0]

const control = (over: object = {}) =>
  ({ isConnected: true, matches: () => false, dataset: {}, ...over }) as unknown as HTMLElement
const around = (...controls: HTMLElement[]) =>
  ({ isConnected: true, querySelectorAll: () => controls }) as unknown as Element
const target = (element: HTMLElement, ...places: Element[]): Target => ({ element, nth: 0, rows: [], around: places })

test('the focus returns to a control that is still there', () => {
  const opener = control()
  expect(standIn(target(opener, around(control())))).toBe(opener)
})

test('a disabled control cannot have the focus: the first harmless control around it gets it', () => {
  const disabled = control({ matches: (selector: string) => selector === ':disabled' })
  const harmless = control()
  const dangerous = control({ dataset: { variant: 'danger' } })
  expect(standIn(target(disabled, around(), around(dangerous, harmless)))).toBe(harmless)
})

test('a removed control is replaced as well', () => {
  const harmless = control()
  expect(standIn(target(control({ isConnected: false }), around(harmless)))).toBe(harmless)
})
