import { type ChildProcess, spawn } from 'node:child_process'
import { freePort, makeFolder } from '../../../bench/support/control-plane.ts'
import { controlPlaneEnvironment, nodeFlags } from '../../../scripts/control-plane-environment.mjs'
import { copyCluster } from '../../server/copy-cluster.ts'
import { serverProgram } from '../../server-program.ts'

/** The real control plane in its own process, which can be killed and restarted on the same port and data folder. */
export interface ControlPlane {
  readonly url: string
  readonly port: number
  readonly dataFolder: string
  readonly pid: number
  /** True while the process runs. */
  isUp(): boolean
  /** Everything that it has written to stdout and stderr. */
  output(): string
  /** Starts it again; with other settings from now on if some are given. */
  start(changed?: Record<string, string>): Promise<void>
  /** `kill -9`. */
  kill(): Promise<void>
  /** Sends SIGTERM and waits until the process has exited. */
  stop(): Promise<void>
  signIn(name: string): Promise<string>
  /** Shuts it down in order, whatever state it is in, and removes the data folder if it created it. */
  end(): Promise<void>
}

export interface ControlPlaneOptions {
  settings?: Record<string, string>
  /** A folder that the caller creates and removes. */
  dataFolder?: string
  /** A program with arguments that starts the process, such as one that enters another network namespace. */
  launcher?: string[]
}

const START_MS = 180_000

export const startControlPlane = async ({
  settings = {},
  dataFolder,
  launcher = [],
}: ControlPlaneOptions = {}): Promise<ControlPlane> => {
  const own = dataFolder === undefined ? await makeFolder() : undefined
  const folder = dataFolder ?? own?.path ?? ''
  if (own) await copyCluster(own.path)
  const port = await freePort()
  const url = `http://localhost:${port}`
  let collected = ''
  let changedSettings: Record<string, string> = {}
  let child = launch()

  function launch(): ChildProcess {
    const [program = '', ...args] = [...launcher, process.execPath, ...nodeFlags, serverProgram]
    const launched = spawn(program, args, {
      env: {
        ...process.env,
        ...controlPlaneEnvironment,
        NODE_ENV: 'production',
        PORT: String(port),
        LONGSHORE_DATA: folder,
        ...settings,
        ...changedSettings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const collectOutput = (data: Buffer) => {
      collected += data.toString()
    }
    launched.stdout?.on('data', collectOutput)
    launched.stderr?.on('data', collectOutput)
    return launched
  }

  const isUp = () => child.exitCode === null && child.signalCode === null
  const gone = () => new Promise<void>((resolve) => (isUp() ? child.once('exit', () => resolve()) : resolve()))

  const ready = async () => {
    const untilMs = Date.now() + START_MS
    for (const from = collected.length; !collected.slice(from).includes('is ready'); await pause(10)) {
      if (!isUp() || Date.now() > untilMs) throw new Error(`The control plane did not start: ${collected}`)
    }
  }

  const start = async (changed = changedSettings) => {
    changedSettings = changed
    child = launch()
    await ready()
  }

  const end = (signal: NodeJS.Signals) => async () => {
    const ended = gone()
    child.kill(signal)
    await ended
  }
  const stop = end('SIGTERM')

  await ready()
  return {
    url,
    port,
    dataFolder: folder,
    get pid() {
      return child.pid ?? 0
    },
    isUp,
    output: () => collected,
    start,
    kill: end('SIGKILL'),
    stop,
    signIn: async (name) => {
      const response = await fetch(`${url}/api/auth/github/login?sandbox_user=${name}`, { redirect: 'manual' })
      const token = new URL(response.headers.get('location') ?? '', url).searchParams.get('token')
      if (!token) throw new Error(`No token for ${name}: status ${response.status}.`)
      return token
    },
    end: async () => {
      // A new process takes over the workloads of a killed one, and stops them in order.
      if (!isUp()) await start()
      await stop()
      await own?.remove()
    },
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
