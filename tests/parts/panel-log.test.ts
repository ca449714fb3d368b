import { expect, test } from 'vitest'
import { lineKey } from '../../src/logs/merge/line-key.ts'
import { lineNames, type PanelLog } from '../../ui/instances/logs/reading/panel-log.ts'

const logs = ['', 'web.2', 'worker'].map(
  (name, slot): PanelLog => ({ name, slot, label: name, title: name, colour: slot }),
)

test('an address names a line by its log and its number there, and the first log by the number alone', () => {
  const lines = lineNames(logs, true)
  for (const [line, text] of [
    [lineKey(0, 12), '12'],
    [lineKey(1, 12), 'web.2:12'],
    [lineKey(2, 7), 'worker:7'],
  ] as const) {
    expect(lines.write(line)).toBe(text)
    expect(lines.read(text)).toBe(line)
  }
})

test('a number alone is a line of the only log that is shown', () => {
  expect(lineNames(logs.slice(1, 2), true).read('5')).toBe(lineKey(1, 5))
  expect(lineNames([{ ...logs[1], slot: 0 } as PanelLog], false).write(5)).toBe('5')
})

test('what names no line of these logs is ignored', () => {
  const lines = lineNames(logs, true)
  for (const text of ['', '0', '-1', '1.5', 'cron:5', 'web.2:', 'web.2:x', '9'.repeat(20)])
    expect(lines.read(text)).toBeNull()
})
