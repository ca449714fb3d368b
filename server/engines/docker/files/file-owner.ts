import type { Container } from 'dockerode'
import { readContainerFile } from './read-container-file.ts'

export interface FileOwner {
  uid: number
  gid: number
}

/** Columns of passwd and group. */
const NAME = 0
const ID = 2
const GROUP_OF_USER = 3

/**
 * Returns the ids that a created container will start as. A user that the image does not have counts as root here; the
 * start then reports it.
 */
export async function readFileOwner(container: Container, signal: AbortSignal): Promise<FileOwner> {
  const { Config } = await container.inspect({ abortSignal: signal })
  const [user = '', group] = Config.User.split(':')
  if (user === '' && group === undefined) return { uid: 0, gid: 0 }
  const entry = find(await readContainerFile(container, '/etc/passwd', signal), user || '0')
  const uid = numberIn(user) ?? numberIn(entry?.[ID]) ?? 0
  if (group === undefined) return { uid, gid: numberIn(entry?.[GROUP_OF_USER]) ?? 0 }
  const groupId =
    numberIn(group) ?? numberIn(find(await readContainerFile(container, '/etc/group', signal), group)?.[ID])
  return { uid, gid: groupId ?? 0 }
}

function find(text: string, nameOrId: string): string[] | undefined {
  const rows = text.split('\n').map((line) => line.split(':'))
  return rows.find((row) => row[NAME] === nameOrId) ?? rows.find((row) => row[ID] === nameOrId)
}

function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : undefined
}
