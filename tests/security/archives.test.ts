import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { zstdCompressSync } from 'node:zlib'
import * as fc from 'fast-check'
import { extract, type Headers, pack } from 'tar-stream'
import { expect, test } from 'vitest'
import { isPermittedAddress } from '../../server/addresses/public-address.ts'
import { type ArchiveLimits, cleanArchive } from '../../server/compute/snapshots/archive/clean-archive.ts'
import { readArchive } from '../../server/compute/snapshots/archive/stored-archive.ts'
import { BrokenArchive } from '../../server/compute/snapshots/archive/tar-check.ts'
import type { ArchiveStore } from '../../server/compute/snapshots/store/archive-store.ts'

const LIMITS: ArchiveLimits = { bytes: 10_000_000, entries: 1000 }

type Entry = Headers & { content?: string }

const archiveOf = (entries: Entry[]): Promise<Buffer> => {
  const archive = pack()
  for (const { content = '', ...header } of entries) archive.entry(header, content)
  archive.finalize()
  return buffer(archive.pipe(new PassThrough()))
}

async function headersOf(bytes: Buffer | Iterable<Buffer>, limits = LIMITS): Promise<Headers[]> {
  const found: Headers[] = []
  const parser = extract()
  parser.on('entry', (header, content, next) => {
    found.push(header)
    content.once('end', next)
    content.resume()
  })
  const source = Readable.from(Buffer.isBuffer(bytes) ? [bytes] : bytes, { objectMode: false })
  const clean = cleanArchive(source, limits, new AbortController().signal)
  await pipeline(Readable.from([await buffer(clean)]), parser)
  return found
}
const cleaned = async (bytes: Iterable<Buffer>, limits = LIMITS): Promise<string[]> =>
  (await headersOf(bytes, limits)).map(({ name, type, linkname }) => [type, name, linkname].filter(Boolean).join(' '))
const rejection = async (entries: Entry[], limits = LIMITS): Promise<string> =>
  cleaned([await archiveOf(entries)], limits).then(
    (names) => `accepted ${names.join()}`,
    (error: Error) => error.message,
  )

test('an ordinary archive keeps its files, folders and links', async () => {
  const entries: Entry[] = [
    { name: './', type: 'directory' },
    { name: './a/', type: 'directory' },
    { name: './a/one', content: 'one' },
    { name: 'link', type: 'symlink', linkname: '../../etc/passwd' },
    { name: 'hard', type: 'link', linkname: './a/one' },
  ]
  expect(await cleaned([await archiveOf(entries)])).toEqual([
    'directory .',
    'directory a',
    'file a/one',
    'symlink link ../../etc/passwd',
    'link hard a/one',
  ])
})

test.for<[string, Entry[]]>([
  ['an absolute path', [{ name: '/etc/cron.d/x', content: 'x' }]],
  ['leads out of the volume', [{ name: 'a/../../x', content: 'x' }]],
  ['leads out of the volume', [{ name: '..', type: 'directory' }]],
  ['neither a file', [{ name: 'sda', type: 'block-device', devmajor: 8, devminor: 0 }]],
  ['neither a file', [{ name: 'null', type: 'character-device', devmajor: 1, devminor: 3 }]],
  ['neither a file', [{ name: 'pipe', type: 'fifo' }]],
  [
    'behind a symbolic link',
    [
      { name: 'out', type: 'symlink', linkname: '/etc' },
      { name: 'out/passwd', content: 'x' },
    ],
  ],
  ['its root, which is no folder', [{ name: '.', type: 'symlink', linkname: '/etc' }]],
  ['its root, which is no folder', [{ name: './/', type: 'link', linkname: 'a' }]],
  ['its root, which is no folder', [{ name: '.', content: 'x' }]],
  ['a link to a folder', [{ name: 'hard', type: 'link', linkname: './' }]],
  ['leads out of the volume', [{ name: 'hard', type: 'link', linkname: '../../etc/shadow' }]],
  [
    'through another link',
    [
      { name: 'out', type: 'symlink', linkname: '/etc' },
      { name: 'hard', type: 'link', linkname: 'out/shadow' },
    ],
  ],
])('rejects an archive with %s', async ([message, entries]) => {
  expect(await rejection(entries)).toContain(message)
})

/** Writes fields of the header at an offset, and its checksum anew. */
function changed(archive: Buffer, at: number, fields: Record<number, string | Buffer>): Buffer {
  const bytes = Buffer.from(archive)
  const header = bytes.subarray(at, at + 512)
  for (const [place, value] of Object.entries(fields)) header.set(Buffer.from(value), Number(place))
  header.write('        ', 148)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return bytes
}
/** An archive of one file of 3 bytes, whose header follows these records. */
async function withRecords(records: string, type = 'x'): Promise<Buffer> {
  const archive = await archiveOf([{ name: 'records', content: records }])
  const size = Math.ceil(records.length / 512) * 512
  const described = await archiveOf([{ name: 'one', content: 'one' }])
  return Buffer.concat([changed(archive, 0, { 156: type }).subarray(0, 512 + size), described])
}
const SIZE = 124

test.for<[string, string, (archive: Buffer) => Buffer | Promise<Buffer>]>([
  ['has no end marker', 'ends too early', (archive) => archive.subarray(0, -1024)],
  ['has half an end marker', 'ends too early', (archive) => archive.subarray(0, -512)],
  ['ends in a file', 'ends too early', (archive) => archive.subarray(0, 700)],
  ['goes on after its end', 'cannot be read', (archive) => Buffer.concat([archive, archive])],
  ['has a negative size', 'cannot be read', (archive) => changed(archive, 0, { [SIZE]: Buffer.alloc(12, 0xff) })],
  ['has a size of letters', 'cannot be read', (archive) => changed(archive, 0, { [SIZE]: '00000000zzz\0' })],
  [
    'has a size that readers differ in',
    'cannot be read',
    (archive) => changed(archive, 0, { [SIZE]: '0 1 0000000\0' }),
  ],
  ['has a link with content', 'cannot be read', (archive) => changed(archive, 0, { 156: '2', 157: 'x' })],
  ['has a negative size in a record', 'cannot be read', () => withRecords('13 size=-512\n')],
  ['has a size that is no number in a record', 'cannot be read', () => withRecords('12 size=1e3\n')],
  ['has a size for all entries', 'cannot be read', () => withRecords('10 size=3\n', 'g')],
  // A parser that follows this length backwards never ends.
  ['has a record of negative length', 'cannot be read', () => withRecords('-7 a=b\n')],
  ['has a record that is longer than it is', 'cannot be read', () => withRecords('99 a=b\n')],
  ['has a record without a name', 'cannot be read', () => withRecords('5 =b\n')],
  [
    'has a negative size of records',
    'cannot be read',
    async () => changed(await withRecords('6 a=b\n'), 0, { [SIZE]: Buffer.alloc(12, 0xff) }),
  ],
])('rejects an archive that %s', async ([, message, change]) => {
  const archive = await change(await archiveOf([{ name: 'one', content: 'one' }]))
  await expect(cleaned([archive])).rejects.toThrow(message)
  await expect(cleaned([archive])).rejects.toBeInstanceOf(BrokenArchive)
  // The same however it arrives.
  await expect(cleaned(Array.from(archive, (byte) => Buffer.of(byte)))).rejects.toThrow(message)
})

test('permissions are kept without setuid and setgid, owners as numbers, and names that would overwrite paths are not', async () => {
  const archive = await archiveOf([
    { name: 'run', mode: 0o6755, uid: 1000, gid: 50, content: 'x' },
    { name: 'folder', type: 'directory', mode: 0o3777 },
    { name: 'passwd', content: 'x' },
  ])
  // Each byte that is no text becomes three, so this name reaches the prefix of the path.
  const name = Buffer.concat([Buffer.alloc(26, 0xff), Buffer.from('xx../a')])
  const hostile = changed(archive, 1536, { 265: name })
  const seen = await headersOf(hostile)
  expect(seen).toMatchObject([
    { name: 'run', mode: 0o755, uid: 1000, gid: 50, uname: '' },
    { name: 'folder', mode: 0o1777, uname: '' },
    { name: 'passwd', uname: '', gname: '' },
  ])
  const large = await headersOf(await withRecords('18 uid=1000680000\n18 gid=1000680000\n'))
  expect(large).toMatchObject([{ name: 'one', pax: { uid: '1000680000', gid: '1000680000' } }])
})

test('whatever bytes change, an archive is rejected or leads nowhere but into the volume', async () => {
  const archive = await archiveOf([
    { name: 'a/', type: 'directory' },
    { name: `a/${'long'.repeat(40)}`, content: 'one' },
    { name: 'link', type: 'symlink', linkname: 'a' },
    { name: 'b', content: 'x'.repeat(600) },
  ])
  const change = fc.record({ at: fc.nat(archive.length - 1), byte: fc.nat(255) })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      let bytes: Buffer = Buffer.from(archive)
      for (const { at, byte } of changes) bytes[at] = byte
      // Most changes would only break a checksum.
      for (const { at } of changes) bytes = changed(bytes, Math.floor(at / 512) * 512, {})
      const headers = await headersOf(bytes).catch((error: unknown) => {
        if (error instanceof BrokenArchive) return []
        throw error
      })
      for (const { name, type } of headers) {
        expect(name.startsWith('/') || name.split('/').includes('..'), name).toBe(false)
        expect(['file', 'contiguous-file', 'directory', 'symlink', 'link']).toContain(type)
      }
    }),
    { numRuns: 300 },
  )
})

test('rejects more data and more entries than a volume can hold, before it has read them', async () => {
  expect(
    await rejection([{ name: 'big', size: 2_000_000, content: 'x'.repeat(2_000_000) }], {
      bytes: 1_000_000,
      entries: 9,
    }),
  ).toContain('more data than the volume can hold')
  const [one] = [await archiveOf([{ name: 'same' }])]
  const endless = (function* () {
    for (;;) yield one.subarray(0, 512)
  })()
  await expect(cleaned(endless, { bytes: 10 ** 12, entries: 5000 })).rejects.toThrow('more than 5,000')
})

test('rejects a header that never ends, and what is no archive, without holding it in memory', async () => {
  const [header] = [await archiveOf([{ name: 'x', size: 0 }])]
  const pax = Buffer.from(header.subarray(0, 512))
  pax.write('x', 156)
  pax.write('77777777777\0', 124)
  pax.write('        ', 148)
  pax.write(
    `${pax
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  )
  const bomb = (function* () {
    yield pax
    for (;;) yield Buffer.alloc(65_536, 'a')
  })()
  await expect(cleaned(bomb)).rejects.toThrow(/too long|cannot be read/)
  await expect(cleaned([Buffer.alloc(4096, 'no tar')])).rejects.toThrow('cannot be read')
})

test('a stored archive that decompresses to more than was stored ends at that, before its reader gets it', async () => {
  const bomb = zstdCompressSync(Buffer.alloc(256 * 1024 ** 2))
  const store: ArchiveStore = {
    read: async () => Readable.from([bomb]),
    write: () => Promise.reject(new Error('not here')),
    remove: async () => {},
  }
  const sha256 = createHash('sha256').update(bomb).digest('hex')
  for (const content of ['volume', 'dump'] as const) {
    let bytes = 0
    const expected = { storedBytes: bomb.length, contentBytes: 1_000_000, sha256 }
    const signal = new AbortController().signal
    const reading = readArchive(store, 'key', { expected, content, signal }, async (source) => {
      for await (const chunk of source) bytes += chunk.length
    })
    await expect(reading).rejects.toThrow('longer than what was stored')
    expect(bytes).toBeLessThanOrEqual(1_000_000)
  }
})

test('only public addresses are permitted, however they are written', () => {
  const closed = { loopback: false }
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '192.168.1.1',
    '::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '::10.0.0.1',
    '::a9fe:a9fe',
    '0.0.0.0',
  ])
    expect(isPermittedAddress(address, closed), address).toBe(false)
  expect(isPermittedAddress('1.1.1.1', closed)).toBe(true)
})
