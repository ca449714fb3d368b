import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../bench/support/control-plane.ts'
import { createTestAuthority } from '../../certificates.ts'
import { requirePrograms } from '../../required-programs.ts'
import { until } from '../../server/until.ts'

export interface Rsyslog {
  port: number
  /** PEM of the authority that its certificate is from. */
  authority: string
  /** The messages that it has written, with their header's fields before them. */
  written(): string[]
  start(): Promise<void>
  /** `kill -9`. */
  kill(): Promise<void>
  end(): Promise<void>
}

const TEMPLATE = '%hostname%|%app-name%|%procid%|%msgid%|%syslogseverity-text%|%structured-data%|%msg%\\n'

/** Starts Debian's rsyslog with TLS on loopback, which writes what it receives to a file. */
export async function startRsyslog(): Promise<Rsyslog> {
  requirePrograms()
  const folder = mkdtempSync(join(tmpdir(), 'longshore-rsyslog-'))
  const path = (name: string) => join(folder, name)
  const authority = await createTestAuthority('Syslog')
  const { chain, key } = await authority.issue(['localhost'])
  writeFileSync(path('root.pem'), authority.root)
  writeFileSync(path('chain.pem'), chain)
  writeFileSync(path('key.pem'), key)
  const port = await freePort()
  writeFileSync(
    path('rsyslog.conf'),
    `global(workDirectory="${folder}" defaultNetstreamDriver="ossl" defaultNetstreamDriverCAFile="${path('root.pem')}"
  defaultNetstreamDriverCertFile="${path('chain.pem')}" defaultNetstreamDriverKeyFile="${path('key.pem')}")
module(load="imtcp" streamDriver.name="ossl" streamDriver.mode="1" streamDriver.authMode="anon")
template(name="all" type="string" string="${TEMPLATE}")
ruleset(name="store") { action(type="omfile" file="${path('received')}" template="all") }
input(type="imtcp" address="127.0.0.1" port="${port}" ruleset="store")
`,
  )
  let child: ChildProcess | undefined
  const kill = async () => {
    const running = child
    child = undefined
    if (!running || running.exitCode !== null) return
    const exited = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGKILL')
    await exited
  }
  const start = async () => {
    const program = existsSync('/usr/sbin/rsyslogd') ? '/usr/sbin/rsyslogd' : 'rsyslogd'
    rmSync(path('pid'), { force: true })
    child = spawn(program, ['-n', '-f', path('rsyslog.conf'), '-i', path('pid')], { stdio: 'ignore' })
    await until(() => accepts(port), 20_000)
  }
  await start()
  return {
    port,
    authority: authority.root,
    written: () =>
      existsSync(path('received')) ? readFileSync(path('received'), 'utf8').split('\n').slice(0, -1) : [],
    start,
    kill,
    async end() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const accepts = (port: number): Promise<true | undefined> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(undefined))
  })
