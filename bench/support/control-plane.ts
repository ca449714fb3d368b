import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { controlPlaneEnvironment, nodeFlags } from '../../scripts/control-plane-environment.mjs'

export interface ControlPlane {
  url: string
  pid: number
  dataFolder: string
  /** Signs in a user by name and resolves with the token. */
  signIn(name: string): Promise<string>
  stop(): Promise<void>
}

/** The same cache as the launcher's. */
const compileCache = fileURLToPath(new URL('../../node_modules/.cache/longshore', import.meta.url))
const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))

/** Creates a temporary folder that PostgreSQL's own user can access. */
export const makeFolder = async () => {
  const path = await mkdtemp(join(tmpdir(), 'longshore-bench-'))
  await chmod(path, 0o755)
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** Starts a program that listens on `PORT`; resolves when it reports that it is ready. */
export const startProgram = async (program: string, settings: Record<string, string>) => {
  const port = await freePort()
  const child = spawn(process.execPath, [...nodeFlags, program], {
    env: {
      ...controlPlaneEnvironment,
      ...process.env,
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: compileCache,
      PORT: String(port),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await waitForOutput(child, 'Longshore is ready')
  return {
    url: `http://localhost:${port}`,
    pid: child.pid ?? 0,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Starts the real control plane on a free port, with its own data folder. */
export const startControlPlane = async (settings: Record<string, string> = {}): Promise<ControlPlane> => {
  const folder = await makeFolder()
  const { url, pid, stop } = await startProgram(main, { LONGSHORE_DATA: folder.path, ...settings })
  return {
    url,
    pid,
    dataFolder: folder.path,
    signIn: async (name) => {
      const response = await fetch(`${url}/api/auth/github/login?sandbox_user=${name}`, { redirect: 'manual' })
      const token = new URL(response.headers.get('location') ?? '', url).searchParams.get('token')
      if (!token) throw new Error(`No token for ${name}: status ${response.status}.`)
      return token
    },
    stop: async () => {
      await stop()
      await folder.remove()
    },
  }
}

const waitForOutput = (child: ChildProcess, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (data) => {
      output += String(data)
      if (output.includes(text)) resolve()
    })
    child.once('exit', (code) => reject(new Error(`The control plane exited with ${code}: ${output}`)))
  })

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Creates an API client for the set-up of benchmarks. */
export const client = (url: string, token: string) => {
  const request = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${url}/api/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': crypto.randomUUID(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  return { request }
}

interface Created {
  organizationId: string
  username: string
  projectId: string
}

/** Creates an organisation with a project. */
export const makeProject = async (url: string, token: string, name = 'Bench'): Promise<Created> => {
  const { request } = client(url, token)
  const { organization } = await request<{ organization: { _id: string; profile: { username: string } } }>(
    'POST',
    'organization',
    { name: `${name} ${crypto.randomUUID().slice(0, 6)}` },
  )
  const { _id: projectId } = await request<{ _id: string }>('POST', 'compute-project/create', {
    organizationId: organization._id,
    name,
  })
  return { organizationId: organization._id, username: organization.profile.username, projectId }
}

export interface Deployed {
  _id: string
  state: string
  activeDeployment: string
  latestUrlPreview: string | null
}

/** Deploys a built-in image with the smallest plan by default; does not wait until it runs. */
export const deploy = async (
  url: string,
  token: string,
  made: Pick<Created, 'organizationId' | 'projectId'>,
  image = 'longshore/hello:1',
  ports = [8080],
  environment: Record<string, string> = {},
  plan?: string,
) => {
  const { request } = client(url, token)
  const { akashMachineImages: plans } = await request<{ akashMachineImages: { _id: string }[] }>(
    'GET',
    'compute-machine-image',
  )
  const { instance } = await request<{ instance: Deployed }>('POST', 'compute-instance/create', {
    organizationId: made.organizationId,
    projectId: made.projectId,
    name: `bench ${crypto.randomUUID().slice(0, 6)}`,
    region: 'us-west',
    image,
    machineImageId: plan ?? plans[0]?._id,
    ports: ports.map((containerPort) => ({ containerPort })),
    environment: Object.entries(environment).map(([name, value]) => ({ name, value })),
  })
  return instance
}

/** Resolves when an instance reaches a state. */
export const settled = async (
  url: string,
  token: string,
  id: string,
  state: string,
  timeoutMs = 60_000,
): Promise<Deployed> => {
  const until = performance.now() + timeoutMs
  for (;;) {
    const { instance } = await client(url, token).request<{ instance: Deployed }>('GET', `compute-instance/${id}`)
    if (instance.state === state) return instance
    if (performance.now() > until) throw new Error(`The instance is ${instance.state}, not ${state}.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
