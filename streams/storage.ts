import { from, type Observable } from 'rxjs'
import { themes } from '../src/contract/wire/account.ts'
import type { World } from '../src/core/world.ts'
import type { Message } from '../src/message.ts'
import { storageKeys } from '../src/session/storage-keys.ts'

/** What this browser kept from before; said once, at the start. */
export const storage = ({ localStorage }: Pick<World, 'localStorage'>): Observable<Message> => {
  const theme = themes.find((known) => known === localStorage.get(storageKeys.theme))
  const organization = localStorage.get(storageKeys.organization)
  const found: Message[] = [{ type: 'storage/tokenFound', token: localStorage.get(storageKeys.token) }]
  if (theme) found.push({ type: 'storage/themeFound', theme })
  if (organization) found.push({ type: 'storage/organizationFound', id: organization })
  return from(found)
}
