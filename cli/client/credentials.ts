import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { CommandError } from '../command-error.ts'

const login = v.object({
  token: v.string(),
  /** Renews the token; each renewal replaces it. */
  secret: v.string(),
  email: v.nullable(v.string()),
})
const stored = v.object({ current: v.nullable(v.string()), logins: v.record(v.string(), login) })

export type Login = v.InferOutput<typeof login>
type Stored = v.InferOutput<typeof stored>

/** The logins of this user by the URL of the installation, in a file that only this user can read. */
export interface Credentials {
  path: string
  /** The URL of the last login. */
  current(): Promise<string | null>
  of(url: string): Promise<Login | undefined>
  save(url: string, login: Login): Promise<void>
  remove(url: string): Promise<void>
}

export const createCredentials = (configurationFolder: string): Credentials => {
  const folder = join(configurationFolder, 'longshore')
  const path = join(folder, 'credentials.json')

  const read = async (): Promise<Stored> => {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw new CommandError(`${path} cannot be read: ${error.code}.`)
    })
    if (text === null) return { current: null, logins: {} }
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), stored), text)
    if (!parsed.success) throw new CommandError(`${path} is damaged. Delete it and log in again.`)
    return parsed.output
  }

  /** Replaced as a whole, so that a command that is killed leaves the old file or the new one. */
  const write = async (value: Stored): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const next = `${path}.${process.pid}.next`
    try {
      await writeFile(next, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
      await chmod(next, 0o600)
      await rename(next, path)
    } catch (error) {
      await rm(next, { force: true })
      throw error
    }
  }

  return {
    path,
    current: async () => (await read()).current,
    of: async (url) => {
      const { logins } = await read()
      return Object.hasOwn(logins, url) ? logins[url] : undefined
    },
    save: async (url, login) => {
      const { logins } = await read()
      await write({ current: url, logins: { ...logins, [url]: login } })
    },
    remove: async (url) => {
      const { current, logins } = await read()
      const { [url]: _removed, ...others } = logins
      await write({ current: current === url ? (Object.keys(others)[0] ?? null) : current, logins: others })
    },
  }
}
