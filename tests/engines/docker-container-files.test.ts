import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, expect } from 'vitest'
import { type ContainerFiles, containerFiles } from '../../server/compute/shell/files/container-files.ts'
import { MAX_LISTED, UPLOAD_PIECE_BYTES } from '../../src/contract/shell/shell-files.ts'
import { dockerAt, startContainerEngine } from '../container-engine.ts'
import { busyboxImage, importBusybox } from './bootstrap/busybox-image.ts'
import { startDocker } from './docker-harness.ts'
import { deploy, rejectionOf, spec, until, withEngine } from './harness.ts'

const { test, it } = withEngine(startDocker)
beforeAll(async () => {
  const found = await startContainerEngine()
  if ('host' in found) await importBusybox(dockerAt(found.host))
})

const MIB = 1024 ** 2
const session = { id: 'a session' }
const start = async () => {
  const { id } = await deploy(it.engine, spec(busyboxImage, { command: ['sleep', '100000'] }))
  const over = new AbortController()
  const run = async (script: string) => (await it.engine.exec(id, ['sh', '-c', script])).output
  return { id, run, over, files: containerFiles(it.engine, id, over.signal) }
}
const list = (files: ContainerFiles, path: string) => files.list({ ...session, path })
async function download(files: ContainerFiles, path: string): Promise<Buffer> {
  const { transfer } = await files.read({ ...session, path })
  const parts: Uint8Array[] = []
  for (let isEnd = false; !isEnd; ) {
    const piece = await files.readMore({ ...session, transfer })
    parts.push(piece.data)
    isEnd = piece.isEnd
  }
  return Buffer.concat(parts)
}
async function upload(files: ContainerFiles, path: string, content: Buffer, overwrite = false) {
  const { transfer } = await files.write({ ...session, path, size: content.length, overwrite })
  for (let at = 0; at < content.length; at += UPLOAD_PIECE_BYTES)
    await files.writeMore({ ...session, transfer, data: content.subarray(at, at + UPLOAD_PIECE_BYTES) })
}
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('files of any content and name are listed, uploaded and downloaded', async () => {
  const { files, run } = await start()
  await run('mkdir -p /box/inner')
  const content = randomBytes(5_000_000)
  const name = '-n $(touch x) "quoted" \'single\'\nline'
  await upload(files, `/box/${name}`, content)
  await upload(files, '/box/empty', Buffer.alloc(0))
  const { path, files: listed, isCut } = await list(files, '/box')
  expect([path, isCut]).toEqual(['/box', false])
  expect(listed.map(({ name, kind, size }) => [name, kind, size]).toSorted()).toEqual([
    [name, 'file', 5_000_000],
    ['empty', 'file', 0],
    ['inner', 'folder', expect.any(Number)],
  ])
  expect(listed[0]?.changedAtMs).toBeGreaterThan(1_500_000_000_000)
  expect(hash(await download(files, `/box/${name}`))).toBe(hash(content))
  expect(await run('ls /box | grep -c part; ls /x 2>/dev/null')).toBe('0\n')
})

test('links and special files lead nowhere, and nothing endless is read', async () => {
  const { files, run } = await start()
  await run(
    'mkdir /box; cd /box; mkfifo pipe; ln -s /etc/passwd link; ln -s / out; ln -s nowhere broken; ln -s loop loop',
  )
  const { files: listed } = await list(files, '/box')
  expect(Object.fromEntries(listed.map(({ name, kind }) => [name, kind]))).toEqual({
    pipe: 'other',
    link: 'link',
    out: 'folderLink',
    broken: 'link',
    loop: 'link',
  })
  const notAFile = expect.stringContaining('not a regular file')
  for (const path of ['/box/pipe', '/dev/zero', '/box/out', '/box'])
    expect(await rejectionOf(files.read({ ...session, path }))).toMatchObject({ message: notAFile })
  expect((await rejectionOf(files.read({ ...session, path: '/box/broken' }))).message).toContain('nothing at this path')
  // A link is resolved inside the container, by its own user: the machine's files are elsewhere.
  expect((await download(files, '/box/out/../../../../etc/passwd')).toString()).toBe('root:x:0:0:root:/:/bin/sh\n')
  expect((await list(files, '/box/out')).path).toBe('/')
  expect((await rejectionOf(upload(files, '/box/pipe', Buffer.from('x'), true))).message).toEqual(notAFile)
  await upload(files, '/box/link', Buffer.from('mine'), true)
  expect(await run('cat /etc/passwd; cat /box/link')).toBe('root:x:0:0:root:/:/bin/sh\nmine')
})

test('a folder with more than 10,000 entries is cut, and says so', async () => {
  const { files, run } = await start()
  await run(`mkdir /box; cd /box; seq 1 ${MAX_LISTED + 5} | xargs touch`)
  const { files: listed, isCut } = await list(files, '/box')
  expect([listed.length, isCut]).toEqual([MAX_LISTED, true])
  expect(listed.every(({ size }) => size === 0)).toBe(true)
})

test('what cannot be done is refused in words', async () => {
  const { files, run } = await start()
  await run('mkdir /box; echo old > /box/there; chmod +x /box/there')
  const messageOf = async (call: Promise<unknown>) => (await rejectionOf(call)).message
  expect(await messageOf(list(files, '/none'))).toBe('There is nothing at this path.')
  expect(await messageOf(list(files, '/box/there'))).toBe('This is not a folder.')
  expect(await messageOf(upload(files, '/none/file', Buffer.from('x')))).toBe('This is not a folder.')
  expect(await messageOf(upload(files, '/box', Buffer.from('x')))).toBe('There is a folder with this name.')
  expect(await messageOf(upload(files, '/box/there', Buffer.from('new')))).toBe('There is a file with this name.')
  expect(await messageOf(upload(files, '/proc/new', Buffer.from('x')))).toMatch(/may not do this|could not be written/)
  await upload(files, '/box/there', Buffer.from('new'), true)
  expect(await run('cat /box/there; [ -x /box/there ] && echo executable')).toBe('newexecutable\n')
  expect(await messageOf(files.readMore({ ...session, transfer: 99 }))).toContain('has ended')
})

test('a broken upload leaves the old content and nothing else, and the end of the session ends its transfers', async () => {
  const { files, run, over, id } = await start()
  await run('mkdir /box; echo old > /box/file')
  const { transfer } = await files.write({ ...session, path: '/box/file', size: 1_000_000, overwrite: true })
  await files.writeMore({ ...session, transfer, data: Buffer.alloc(1000) })
  await until(async () => expect(await run('ls -A /box')).toContain('.upload-'))
  files.stop()
  await until(async () => expect(await run('ls -A /box; cat /box/file')).toBe('file\nold\n'))
  await run('head -c 50000000 /dev/zero > /box/big')
  await files.read({ ...session, path: '/box/big' })
  over.abort()
  await until(async () => expect((await it.engine.exec(id, ['sh', '-c', 'ps'])).output).not.toContain('cat'))
})

test('an upload that fills the disk says so, and leaves the old content and nothing else', async () => {
  const limits = { cpuMilli: 1000, memoryBytes: 256 * MIB, sharedMemoryBytes: 4 * MIB }
  const { id } = await deploy(it.engine, spec(busyboxImage, { command: ['sleep', '100000'], limits }))
  const files = containerFiles(it.engine, id, new AbortController().signal)
  const run = async (script: string) => (await it.engine.exec(id, ['sh', '-c', script])).output
  await run('echo old > /dev/shm/file')
  for (const path of ['/dev/shm/file', '/dev/shm/new']) {
    const { message } = await rejectionOf(upload(files, path, Buffer.alloc(8 * MIB, 1), true))
    expect(message).toBe('There is not enough space for this file on the disk of the container.')
  }
  expect(await run('ls -A /dev/shm; cat /dev/shm/file')).toBe('file\nold\n')
  await upload(files, '/dev/shm/new', Buffer.alloc(MIB))
  expect(await run('wc -c < /dev/shm/new')).toBe(`${MIB}\n`)
})

test('an image without a shell says so', async () => {
  const { id } = await deploy(it.engine, spec('longshore/clock:1'))
  const files = containerFiles(it.engine, id, new AbortController().signal)
  expect((await rejectionOf(list(files, '/'))).message).toContain('no shell (/bin/sh)')
})
