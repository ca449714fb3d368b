import { from, type Observable } from 'rxjs'
import * as v from 'valibot'
import type { World } from '../src/core/world.ts'
import { deployDrafts } from '../src/instances/deploy-draft-message.ts'
import { logLook } from '../src/logs/log-message.ts'
import type { Message } from '../src/message.ts'
import { sessionStorageKeys, storageKeys } from '../src/session/storage-keys.ts'

const keptDrafts = v.pipe(v.string(), v.parseJson(), deployDrafts)
const keptLook = v.pipe(v.string(), v.parseJson(), logLook)

/** What this browser kept of the console from before; said once, when the console comes. */
export const consoleStorage = ({
  localStorage,
  sessionStorage,
}: Pick<World, 'localStorage' | 'sessionStorage'>): Observable<Message> => {
  const found: Message[] = []
  const drafts = v.safeParse(keptDrafts, sessionStorage.get(sessionStorageKeys.deployDrafts))
  if (drafts.success) found.push({ type: 'storage/deployDraftsFound', drafts: drafts.output })
  const look = v.safeParse(keptLook, localStorage.get(storageKeys.logLook))
  if (look.success) found.push({ type: 'storage/logLookFound', look: look.output })
  return from(found)
}
