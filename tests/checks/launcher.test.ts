import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let folder: string
let launcher: ChildProcess | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'longshore-launcher-'))
  cpSync('scripts', join(folder, 'scripts'), { recursive: true })
  cpSync('package-lock.json', join(folder, 'package-lock.json'))
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'server'))
})

afterEach(() => {
  launcher?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test('the control plane runs on Node 24 with an IPC channel to its launcher, and its exit code is the launcher’s', async () => {
  controlPlane(
    `say(process.version + ' ' + process.connected + ' ' + process.env.LONGSHORE_PARENT_IPC)`,
    'process.exit(7)',
  )
  const [code] = await once(start(), 'exit')
  expect(outputText()).toMatch(/^v24\.\d+\.\d+ true 1$/m)
  expect(code).toBe(7)
})

test('a sandbox starts with test money, which settings replace, and production does not', async () => {
  const money = `say([process.env.LONGSHORE_BILLING, process.env.LONGSHORE_WELCOME_GRANT].join(' '))`
  controlPlane(money, 'process.exit(0)')
  for (const environment of [{}, { LONGSHORE_BILLING: 'off' }, { LONGSHORE_MODE: 'production' }])
    await once(start(environment), 'exit')
  expect(outputText()).toBe('sandbox 100\noff 100\n \n')
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s is forwarded, and the launcher waits for an orderly end',
  async (signal) => {
    controlPlane(
      `process.once('${signal}', () => setTimeout(() => { say('ended'); process.exit(0) }, 300))`,
      `say('up')`,
    )
    const ended = once(start(), 'exit')
    await waitForOutput('up')
    launcher?.kill(signal)
    expect(await ended).toEqual([0, null])
    expect(outputText()).toContain('ended')
  },
)

test('the control plane notices that its launcher was killed', async () => {
  controlPlane(`process.on('disconnect', () => { say('orphaned'); process.exit(0) })`, `say('up')`)
  start()
  await waitForOutput('up')
  launcher?.kill('SIGKILL')
  await waitForOutput('orphaned')
})

test('a console that cannot be built stops the start with a message, and nothing is started', async () => {
  controlPlane(`say('up')`)
  writeFileSync(join(folder, 'index.html'), '<script type="module" src="/main.tsx"></script>')
  writeFileSync(join(folder, 'main.tsx'), `import './nowhere.ts'`)
  const child = start()
  let text = ''
  child.stderr?.on('data', (data) => {
    text += data
  })
  const [code] = await once(child, 'close')
  expect(code).toBe(1)
  expect(text).toContain('The console could not be built')
  expect(existsSync(join(folder, 'output'))).toBe(false)
  expect(existsSync(join(folder, '.set-up.lock'))).toBe(false)
})

/** Stands in for the control plane: it writes lines to a file and stays up. */
function controlPlane(...lines: string[]) {
  const head = [
    `import { appendFileSync } from 'node:fs'`,
    `const say = (line) => appendFileSync(${JSON.stringify(join(folder, 'output'))}, line + '\\n')`,
    'setInterval(() => {}, 1000)',
  ]
  writeFileSync(join(folder, 'server/main.ts'), [...head, ...lines].join('\n'))
}

function start(environment: NodeJS.ProcessEnv = {}) {
  launcher = spawn(process.execPath, [join(folder, 'scripts/start.mjs')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...environment },
  })
  return launcher
}

const outputText = () => (existsSync(join(folder, 'output')) ? readFileSync(join(folder, 'output'), 'utf8') : '')

const waitForOutput = (word: string) => vi.waitFor(() => expect(outputText()).toContain(word), { timeout: 10_000 })
