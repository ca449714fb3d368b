import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const lock = fileURLToPath(new URL('../.set-up.lock', import.meta.url))

/** Runs work under a lock file, so that two starts in one clone do not install or build at the same time. */
export async function withSetUpLock(work) {
  while (!acquire()) await sleep(200)
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function acquire() {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    process.once('exit', () => rmSync(lock, { force: true }))
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (!ownerLives()) rmSync(lock, { force: true })
    return false
  }
}

function ownerLives() {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0)
    return true
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}
