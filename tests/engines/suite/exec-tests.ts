import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { ExecOptions, ExecResult } from '../../../server/engines/interface/commands.ts'
import { deploy, rejectionOf, spec, waitForExit, type withEngine } from '../harness.ts'

type Suite = ReturnType<typeof withEngine>

export function execTests({ test, it }: Suite): void {
  /** Where commands are unsupported, checks the rejection instead. */
  async function exec(id: string, command: string[], options?: ExecOptions): Promise<ExecResult | undefined> {
    if (!it.harness.rejectsCommands) return it.engine.exec(id, command, options)
    const { code, message } = await rejectionOf(it.engine.exec(id, command, options))
    expect(code).toBe('commandUnsupported')
    expect(message).toMatch(/Install Docker, Podman or bubblewrap/)
    return undefined
  }

  test('runs a command and returns its output and exit code', async () => {
    const environment = { GREETING: 'from the environment' }
    const { id } = await deploy(it.engine, spec('longshore/clock:1', { environment }))
    const script = 'console.log(process.env.GREETING); console.error("and an error"); process.exitCode = 5'
    const result = await exec(id, ['node', '-e', script])
    if (!result) return
    const { exitCode, output } = result
    expect(exitCode).toBe(5)
    expect(output).toContain('from the environment\n')
    expect(output).toContain('and an error\n')
  })

  test("returns a command's own exit code 127 as a result", async () => {
    const { id } = await deploy(it.engine, spec('longshore/clock:1'))
    const result = await exec(id, ['node', '-e', 'process.exit(127)'])
    if (result) expect(result).toEqual({ exitCode: 127, output: '', isCut: false, hasTimedOut: false })
  })

  test('cuts the output at 1 MiB', async () => {
    const { id } = await deploy(it.engine, spec('longshore/clock:1'))
    const result = await exec(id, ['node', '-e', 'process.stdout.write("x".repeat(3000000))'])
    if (result) expect([result.output.length, result.isCut]).toEqual([1024 * 1024, true])
  })

  test('rejects a command that does not exist', async () => {
    const { id } = await deploy(it.engine, spec('longshore/clock:1'))
    const { code, message } = await rejectionOf(it.engine.exec(id, ['no-such-program', 'x']))
    expect(code).toBe(it.harness.rejectsCommands ? 'commandUnsupported' : 'commandNotFound')
    if (!it.harness.rejectsCommands) expect(message).toContain('no-such-program')
  })

  test('rejects an ended or unknown workload', async () => {
    const { id } = await deploy(it.engine, spec('longshore/trouble:1'))
    await waitForExit(it.engine, id)
    await expect(it.engine.exec(id, ['node', '--version'])).rejects.toMatchObject({ code: 'workloadNotRunning' })
    await expect(it.engine.exec('nobody', ['node'])).rejects.toMatchObject({ code: 'workloadNotFound' })
  })

  test('rejects when its signal is aborted', async () => {
    const { id } = await deploy(it.engine, spec('longshore/clock:1'))
    const abort = new AbortController()
    const forever = exec(id, ['node', '-e', 'setInterval(() => {}, 1000)'], { signal: abort.signal })
    if (it.harness.rejectsCommands) return forever
    setTimeout(() => abort.abort(), 300)
    await expect(forever).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('kills a command and every process that it started at its time limit, and keeps the output until then', async () => {
    const { id } = await deploy(it.engine, spec('longshore/clock:1'))
    const mark = `mark${randomUUID()}`
    const child = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', '${mark}'], { detached: true, stdio: 'ignore', env: {} }).unref()`
    const script = `${child}; ${child}; console.log('begun'); process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`
    const result = await exec(id, ['node', '-e', script, mark], { timeoutMs: 1500 })
    if (!result) return
    expect(result).toEqual({ exitCode: 137, output: 'begun\n', isCut: false, hasTimedOut: true })
    const list = `for (const pid of fs.readdirSync('/proc')) try {
      if (fs.readFileSync('/proc/' + pid + '/cmdline', 'latin1').split('\\0').includes(process.argv[1].split('').reverse().join(''))) console.log(pid)
    } catch {}`
    const reversed = mark.split('').reverse().join('')
    expect(await exec(id, ['node', '-e', list, reversed])).toMatchObject({ exitCode: 0, output: '' })
    expect((await it.engine.inspect(id))?.state.kind).toBe('running')
  })

  test('a command that closes its output ends at its time limit', async () => {
    const { id } = await deploy(it.engine, spec('longshore/clock:1'))
    const script = "console.log('begun'); fs.closeSync(1); fs.closeSync(2); setInterval(() => {}, 1000)"
    const result = await exec(id, ['node', '-e', script], { timeoutMs: 1500, endsAll: true })
    if (result) expect(result).toEqual({ exitCode: 137, output: 'begun\n', isCut: false, hasTimedOut: true })
  })

  test('a command that ends by itself leaves no process behind when all are to end', async () => {
    const { id } = await deploy(it.engine, spec('longshore/clock:1'))
    const child = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'left-behind'], { detached: true, stdio: 'ignore' }).unref()`
    const options = { timeoutMs: 60_000, endsAll: true }
    const result = await exec(id, ['node', '-e', `${child}; console.log('done')`], options)
    if (!result) return
    expect(result).toEqual({ exitCode: 0, output: 'done\n', isCut: false, hasTimedOut: false })
    const count = `console.log(fs.readdirSync('/proc').filter((pid) => {
      try { return fs.readFileSync('/proc/' + pid + '/cmdline', 'latin1').split('\\0').includes('left-' + 'behind') } catch { return false }
    }).length)`
    expect(await exec(id, ['node', '-e', count], options)).toMatchObject({ exitCode: 0, output: '0\n' })
    expect((await it.engine.inspect(id))?.state.kind).toBe('running')
  })

  test('returns the result of a command that ends before its time limit', async () => {
    const { id } = await deploy(it.engine, spec('longshore/clock:1'))
    const result = await exec(id, ['node', '-e', 'process.exit(3)'], { timeoutMs: 60_000 })
    if (result) expect(result).toEqual({ exitCode: 3, output: '', isCut: false, hasTimedOut: false })
    const missing = await rejectionOf(it.engine.exec(id, ['no-such-program'], { timeoutMs: 60_000 }))
    expect(missing.code).toBe(it.harness.rejectsCommands ? 'commandUnsupported' : 'commandNotFound')
  })
}
