import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startControlPlane } from './support/control-plane.ts'
import { skipFor } from './support/skip-for.ts'

const reason =
  process.platform === 'linux' && process.getuid?.() === 0
    ? undefined
    : 'only root on Linux can mount the small disk that this test needs: run the tests as root'
const message = /did not start: The disk of the data folder is full\. Free some space and start again\.\n$/

const folder = mkdtempSync(join(tmpdir(), 'longshore-small-'))

beforeAll(() => {
  if (reason === undefined) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4k,mode=755', 'tmpfs', folder])
})

afterAll(() => {
  if (reason === undefined) execFileSync('umount', ['-l', folder])
  rmSync(folder, { recursive: true, force: true })
})

const start = () => startControlPlane({ settings: { LONGSHORE_ENGINE: 'process' }, dataFolder: folder })
const resize = (size: string) => execFileSync('mount', ['-o', `remount,size=${size}`, folder])

test('a start on a full disk fails with a one-line message, and the same folder starts once there is space', async (context) => {
  skipFor(context, reason)
  for (const size of ['4k', '12k', '8m', '40m']) {
    resize(size)
    await expect(start(), size).rejects.toThrow(message)
  }
  resize('300m')
  const controlPlane = await start()
  expect((await fetch(`${controlPlane.url}/api/ready`)).status).toBe(200)
  expect(await controlPlane.signIn('ada')).toMatch(/./)
  await controlPlane.end()
})
