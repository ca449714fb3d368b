import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { zstdCompressSync } from 'node:zlib'
import { extract, type Headers, pack } from 'tar-stream'
import { expect, test } from 'vitest'
import { isPermittedAddress, requirePermittedHost } from '../../server/addresses/public-address.ts'
import { type ArchiveLimits, cleanArchive } from '../../server/compute/snapshots/archive/clean-archive.ts'
import { readArchive } from '../../server/compute/snapshots/archive/stored-archive.ts'
import type { ArchiveStore } from '../../server/compute/snapshots/store/archive-store.ts'

const LIMITS: ArchiveLimits = { bytes: 10_000_000, entries: 1000 }

type Entry = Headers & { content?: string }

const archiveOf = (entries: Entry[]): Promise<Buffer> => {
  const archive = pack()
  for (const { content = '', ...header } of entries) archive.entry(header, content)
  archive.finalize()
  return buffer(archive.pipe(new PassThrough()))
}

async function cleaned(bytes: Iterable<Buffer> | AsyncIterable<Buffer>, limits = LIMITS): Promise<string[]> {
  const names: string[] = []
  const parser = extract()
  parser.on('entry', ({ name, type, linkname }, content, next) => {
    names.push([type, name, linkname].filter(Boolean).join(' '))
    content.once('end', next)
    content.resume()
  })
  const clean = cleanArchive(Readable.from(bytes, { objectMode: false }), limits, new AbortController().signal)
  await pipeline(Readable.from([await buffer(clean)]), parser)
  return names
}
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
  for (const url of ['http://0x7f.1', 'http://2130706433', 'http://[::ffff:7f00:1]', 'http://0177.0.0.1'])
    expect(() => requirePermittedHost(new URL(url).hostname, closed), url).toThrow('not a public address')
})
