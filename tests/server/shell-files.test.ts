import { Readable } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import { containerFiles } from '../../server/compute/shell/files/container-files.ts'
import {
  MAX_UPLOAD_BYTES,
  TRANSFERS_PER_SESSION,
  UPLOAD_PIECE_BYTES,
  UPLOAD_PIECES_AT_ONCE,
} from '../../src/contract/shell/shell-files.ts'

afterEach(() => void vi.useRealTimers())

const session = { id: 'a session' }
const piece = Buffer.alloc(UPLOAD_PIECE_BYTES)
const gate = () => Promise.withResolvers<void>()
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** An engine whose commands end when the test says so. */
const filesOf = (printed = '4') => {
  const killed = gate()
  const discarded = gate()
  const closed = gate()
  const result = { exitCode: 0, output: printed, isCut: false, hasTimedOut: false }
  const files = containerFiles(
    {
      exec: async (_id, command) => {
        if (command[2]?.startsWith('rm')) await discarded.promise
        return result
      },
      stream: async (_id, _command, signal) => {
        const source = new Readable({
          read: () => {},
          destroy: (error, done) => void closed.promise.then(() => done(error)),
        })
        signal.addEventListener('abort', () => source.destroy(signal.reason))
        return source
      },
      feed: async (_id, _command, _input, signal) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        await killed.promise
        throw signal.reason
      },
    },
    'a workload',
    new AbortController().signal,
  )
  const write = (size = MAX_UPLOAD_BYTES) => files.write({ ...session, path: '/a', size, overwrite: true })
  const read = () => files.read({ ...session, path: '/a' })
  return { files, write, read, killed, discarded, closed }
}
const full = { code: 'tooMany', message: `At most ${TRANSFERS_PER_SESSION} transfers run at once.` }
const ended = { code: 'notFound', message: 'This transfer has ended. Start it again.' }
const fill = async (begin: () => Promise<{ transfer: number }>) => {
  const transfers = []
  for (let at = 0; at < TRANSFERS_PER_SESSION; at += 1) transfers.push((await begin()).transfer)
  return transfers
}

test('a stopped upload counts until its command was killed and its part was removed', async () => {
  const { files, write, killed, discarded } = filesOf()
  for (const transfer of await fill(write)) await files.stopTransfer({ ...session, transfer })
  await expect(write()).rejects.toMatchObject(full)
  killed.resolve()
  await turn()
  await expect(write()).rejects.toMatchObject(full)
  discarded.resolve()
  await turn()
  await expect(write()).resolves.toMatchObject({ transfer: expect.any(Number) })
})

test('a stopped download counts until its command was killed', async () => {
  const { files, read, closed } = filesOf()
  for (const transfer of await fill(read)) await files.stopTransfer({ ...session, transfer })
  await expect(read()).rejects.toMatchObject(full)
  closed.resolve()
  await turn()
  await expect(read()).resolves.toMatchObject({ size: 4 })
})

test('downloads and empty uploads count from their beginning', async () => {
  const { read } = filesOf()
  const reads = Array.from({ length: TRANSFERS_PER_SESSION + 1 }, read)
  expect((await Promise.allSettled(reads)).map(({ status }) => status)).toEqual([
    ...Array(TRANSFERS_PER_SESSION).fill('fulfilled'),
    'rejected',
  ])
  const other = filesOf()
  const empty = Array.from({ length: TRANSFERS_PER_SESSION }, () => other.write(0))
  for (const one of empty) one.catch(() => {})
  await expect(other.write(0)).rejects.toMatchObject(full)
  other.files.stop()
  for (const one of empty) await expect(one).rejects.toMatchObject(ended)
})

test('a transfer that stalls is ended, in words', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { files, write, read, closed } = filesOf()
  const { transfer } = await write(piece.length)
  const last = files.writeMore({ ...session, transfer, data: piece })
  const reading = (await read()).transfer
  const more = files.readMore({ ...session, transfer: reading })
  const rejection = { code: 'invalid', message: 'The container did not answer in time.' }
  closed.resolve()
  const both = Promise.all([
    expect(last).rejects.toMatchObject(rejection),
    expect(more).rejects.toMatchObject(rejection),
  ])
  vi.advanceTimersByTime(60_000)
  await both
})

test('pieces that the container does not take are not kept without a limit', async () => {
  const { files, write } = filesOf()
  const { transfer } = await write()
  const send = () => files.writeMore({ ...session, transfer, data: piece })
  // The first fits into the buffer, and is answered.
  await send()
  await send()
  const waiting = Array.from({ length: UPLOAD_PIECES_AT_ONCE }, send)
  for (const one of waiting) one.catch(() => {})
  await expect(send()).rejects.toMatchObject({ code: 'tooMany' })
  for (const one of waiting) await expect(one).rejects.toMatchObject(ended)
  await expect(send()).rejects.toMatchObject(ended)
})

test('only digits are taken for the size of a file', async () => {
  for (const printed of ['', '1e3', '0x10', '-1', '99999999999999999', '4 5'])
    await expect(filesOf(printed).read()).rejects.toMatchObject({ code: 'invalid' })
  await expect(filesOf(' 12\n').read()).resolves.toMatchObject({ size: 12 })
})

test('two pieces of one download are not read at once', async () => {
  const { files, read } = filesOf()
  const { transfer } = await read()
  files.readMore({ ...session, transfer }).catch(() => {})
  await expect(files.readMore({ ...session, transfer })).rejects.toMatchObject({ code: 'invalid' })
  files.stop()
})
