import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { Terminal } from '../../server/compute/shell/terminal/terminal.ts'

test('input that waits for a slow program leaves no listeners behind', async () => {
  // Each byte fills it, so that each piece waits until it is read.
  const stream = new PassThrough({ highWaterMark: 1 })
  const terminal = new Terminal({
    stream,
    ended: new Promise(() => {}),
    resize: () => Promise.resolve(),
    end: () => Promise.resolve(),
  })
  const before = stream.listenerCount('close')
  for (let at = 0; at < 20; at += 1) expect(await terminal.input(at, Buffer.from('x'))).toBe(true)
  expect(terminal.received).toBe(20)
  expect(stream.listenerCount('close')).toBe(before)
})
