import { BehaviorSubject } from 'rxjs'
import { expect, test } from 'vitest'
import type { RemoteFiles, TerminalState } from '../../../src/terminals/terminal-client.ts'
import { downloadFile } from '../../../src/terminals/transfer-file.ts'

/** A server that says one size and sends pieces of three bytes. */
const server = (size: number, pieces: number) => {
  const calls: string[] = []
  let sent = 0
  const responses: Record<string, () => object> = {
    read: () => ({ transfer: 7, size }),
    readMore: () => {
      sent += 1
      return { data: new Uint8Array(3), isEnd: sent === pieces }
    },
    stopTransfer: () => ({}),
  }
  const files: RemoteFiles = {
    state$: new BehaviorSubject<TerminalState>({ kind: 'connecting' }),
    keepOpen: () => {},
    end: () => {},
    request: async (name) => {
      calls.push(name)
      // The name determines the response.
      return responses[name]?.() as never
    },
  }
  const download = (maxBytes: number) =>
    downloadFile(files, '/a', { signal: new AbortController().signal, onProgress: () => {}, maxBytes })
  return { calls, download }
}
const tooLarge = { code: 'tooLarge' }

test('a file within the limit is read whole', async () => {
  const { download } = server(6, 2)
  expect(await download(6)).toHaveLength(2)
})

test('a file that is larger than the limit is not read', async () => {
  const { download, calls } = server(7, 3)
  await expect(download(6)).rejects.toMatchObject(tooLarge)
  expect(calls).toEqual(['read', 'stopTransfer'])
})

test('a transfer that sends more than it said is stopped at the limit', async () => {
  for (const pieces of [3, 1000]) {
    const { download, calls } = server(1, pieces)
    await expect(download(6)).rejects.toMatchObject(tooLarge)
    expect(calls).toEqual(['read', 'readMore', 'readMore', 'readMore', 'stopTransfer'])
  }
})
