import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shellTimers } from '../../server/compute/shell/shell-timers.ts'
import { isReply } from '../../server/compute/shell/terminal/is-reply.ts'
import { OutputWindow } from '../../server/compute/shell/terminal/output-window.ts'
import { WINDOW_BYTES } from '../../src/contract/shell/shell.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

const times = { awayMs: 60_000, idleMs: 1_800_000, idleWarningMs: 120_000 }
const started = () => {
  const listener = { onIdle: vi.fn(), onOver: vi.fn() }
  return { ...listener, timers: shellTimers(times, listener) }
}

test('a session without input is announced to end two minutes before it ends', () => {
  const { onIdle, onOver } = started()
  vi.advanceTimersByTime(1_679_999)
  expect(onIdle).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onIdle).toHaveBeenCalledExactlyOnceWith(120_000)
  vi.advanceTimersByTime(120_000)
  expect(onOver).toHaveBeenCalledExactlyOnceWith('idle')
})

test('input takes the announcement back', () => {
  const { timers, onIdle, onOver } = started()
  vi.advanceTimersByTime(1_700_000)
  timers.used()
  expect(onIdle).toHaveBeenLastCalledWith(null)
  vi.advanceTimersByTime(1_679_999)
  expect(onIdle).toHaveBeenCalledTimes(2)
  expect(onOver).not.toHaveBeenCalled()
})

test('what a terminal replies to a program is no input of its user', () => {
  const esc = '\u001b'
  const isOwnReply = (text: string) => isReply(Buffer.from(text))
  const replies = [
    '[?1;2c',
    '[>0;276;0c',
    '[0n',
    '[24;80R',
    '[?2026;2$y',
    '[8;24;80t',
    '[I',
    '[O',
    ']11;rgb:0/0/0\u0007',
  ]
  for (const reply of [...replies, `P1+r${esc}\\`, `[0n${esc}[1;1R`]) expect(isOwnReply(esc + reply)).toBe(true)
  const keys = ['a', '\r', esc, `${esc}[A`, `${esc}OP`, `${esc}[3~`, `${esc}[200~text${esc}[201~`]
  for (const key of [...keys, `${esc}[0nx`, `x${esc}[0n`, '']) expect(isOwnReply(key)).toBe(false)
})

test('a browser that is away for 60 seconds does not come back', () => {
  const { timers, onOver } = started()
  timers.away()
  vi.advanceTimersByTime(59_999)
  timers.back()
  vi.advanceTimersByTime(60_000)
  expect(onOver).not.toHaveBeenCalled()
  timers.away()
  vi.advanceTimersByTime(60_000)
  expect(onOver).toHaveBeenCalledExactlyOnceWith('away')
  timers.stop()
})

test('the window keeps what was not acknowledged, to the byte', () => {
  const window = new OutputWindow()
  window.append(Buffer.from('abc'))
  window.append(Buffer.from('def'))
  window.acknowledge(2)
  window.acknowledge(1)
  window.acknowledge(99)
  expect(window.after(2)?.map(({ at, bytes }) => [at, bytes.toString()])).toEqual([
    [2, 'c'],
    [3, 'def'],
  ])
  expect(window.after(4)?.map(({ at, bytes }) => [at, bytes.toString()])).toEqual([[4, 'ef']])
  expect([window.after(1), window.after(7)]).toEqual([undefined, undefined])
  window.append(Buffer.alloc(WINDOW_BYTES))
  expect(window.isFull).toBe(true)
})
