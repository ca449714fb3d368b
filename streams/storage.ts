import { from, type Observable } from 'rxjs'
import * as v from 'valibot'
import { themes } from '../src/contract/wire/account.ts'
import type { World } from '../src/core/world.ts'
import { openedInviteSchema } from '../src/invites/opened-invite.ts'
import type { Message } from '../src/message.ts'
import { sessionStorageKeys, storageKeys } from '../src/session/storage-keys.ts'

const storedInvite = v.pipe(v.string(), v.parseJson(), openedInviteSchema)

/** Emits the stored state of this browser, once, at the start. */
export const storage = ({
  localStorage,
  sessionStorage,
}: Pick<World, 'localStorage' | 'sessionStorage'>): Observable<Message> => {
  const theme = themes.find((known) => known === localStorage.get(storageKeys.theme))
  const organization = localStorage.get(storageKeys.organization)
  const found: Message[] = [{ type: 'storage/tokenFound', token: localStorage.get(storageKeys.token) }]
  if (theme) found.push({ type: 'storage/themeFound', theme })
  if (organization) found.push({ type: 'storage/organizationFound', id: organization })
  const invite = v.safeParse(storedInvite, sessionStorage.get(sessionStorageKeys.invite))
  if (invite.success) found.push({ type: 'storage/inviteFound', ...invite.output })
  const singleKeys = localStorage.get(storageKeys.singleKeys)
  if (singleKeys) found.push({ type: 'storage/singleKeysFound', on: singleKeys !== 'off' })
  return from(found)
}
