import { PassThrough } from 'node:stream'
import { type Headers, pack } from 'tar-stream'
import { expect, test } from 'vitest'
import { pathsOf } from '../../server/compute/snapshots/work/archive-paths.ts'

const signal = new AbortController().signal

/** Names that end with a slash are folders. */
function archiveOf(...names: string[]) {
  const archive = pack()
  for (const name of names) {
    const header: Headers = name.endsWith('/') ? { name, type: 'directory' } : { name }
    if (header.type) archive.entry(header)
    else archive.entry(header, 'x'.repeat(200_000))
  }
  archive.finalize()
  return archive.pipe(new PassThrough())
}
const paths = (...names: string[]) => pathsOf(archiveOf(...names), signal)

test.for<[string, string[]]>([
  ['as a volume exports it', ['./', './a/', './a/b/', './a/b/one', './two']],
  ['without its root', ['a/', 'a/b/', 'a/b/one', 'two']],
  ['without folders', ['two', 'a/b/one']],
  ['with other spellings', ['./a//b/./one', 'two', 'a/b']],
  ['with an entry twice', ['a/b/one', 'two', './two', 'a/b/one']],
])('an archive %s is restored by what a volume then holds', async ([, names]) => {
  const stored = await paths(...names)
  const restored = await paths('./', './a/', './a/b/', './a/b/one', './two')
  expect([stored.count, stored.countIn(restored)]).toEqual([5, 5])
})

test('what is missing is counted, also where as much of something else is there', async () => {
  const stored = await paths('a/one', 'two')
  expect(stored.countIn(await paths('./', 'a/', 'two', 'three'))).toBe(3)
  expect((await paths()).count).toBe(1)
})

test('an archive that ends too early is no good one', async () => {
  const whole = archiveOf('one')
  const cut = new PassThrough()
  cut.end((await whole.toArray()).reduce((all, part) => Buffer.concat([all, part])).subarray(0, -1024))
  await expect(pathsOf(cut, signal)).rejects.toThrow('ends too early')
})
