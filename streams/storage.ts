import { from, type Observable } from 'rxjs'
import * as v from 'valibot'
import { themes } from '../src/contract/wire/account.ts'
import type { World } from '../src/core/world.ts'
import { deployDrafts } from '../src/instances/deploy-draft-message.ts'
import { openedInviteShape } from '../src/invites/opened-invite.ts'
import { logLook } from '../src/logs/log-message.ts'
import type { Message } from '../src/message.ts'
import { sessionStorageKeys, storageKeys } from '../src/session/storage-keys.ts'

const keptDrafts = v.pipe(v.string(), v.parseJson(), deployDrafts)
const keptInvite = v.pipe(v.string(), v.parseJson(), openedInviteShape)
const keptLook = v.pipe(v.string(), v.parseJson(), logLook)

/** What this browser kept from before; said once, at the start. */
export const storage = ({
  localStorage,
  sessionStorage,
}: Pick<World, 'localStorage' | 'sessionStorage'>): Observable<Message> => {
  const theme = themes.find((known) => known === localStorage.get(storageKeys.theme))
  const organization = localStorage.get(storageKeys.organization)
  const found: Message[] = [{ type: 'storage/tokenFound', token: localStorage.get(storageKeys.token) }]
  if (theme) found.push({ type: 'storage/themeFound', theme })
  if (organization) found.push({ type: 'storage/organizationFound', id: organization })
  const drafts = v.safeParse(keptDrafts, sessionStorage.get(sessionStorageKeys.deployDrafts))
  if (drafts.success) found.push({ type: 'storage/deployDraftsFound', drafts: drafts.output })
  const invite = v.safeParse(keptInvite, sessionStorage.get(sessionStorageKeys.invite))
  if (invite.success) found.push({ type: 'storage/inviteFound', ...invite.output })
  const singleKeys = localStorage.get(storageKeys.singleKeys)
  if (singleKeys) found.push({ type: 'storage/singleKeysFound', on: singleKeys !== 'off' })
  const look = v.safeParse(keptLook, localStorage.get(storageKeys.logLook))
  if (look.success) found.push({ type: 'storage/logLookFound', look: look.output })
  return from(found)
}
