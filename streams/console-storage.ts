import { from, type Observable } from 'rxjs'
import * as v from 'valibot'
import type { World } from '../src/core/world.ts'
import { logViewSettings } from '../src/logs/log-message.ts'
import type { Message } from '../src/message.ts'
import { storageKeys } from '../src/session/storage-keys.ts'

const storedSettings = v.pipe(v.string(), v.parseJson(), logViewSettings)

/** Emits the stored state of the signed-in console, once, when the console loads. */
export const consoleStorage = ({ localStorage }: Pick<World, 'localStorage'>): Observable<Message> => {
  const found: Message[] = []
  const settings = v.safeParse(storedSettings, localStorage.get(storageKeys.logViewSettings))
  if (settings.success) found.push({ type: 'storage/logViewSettingsFound', settings: settings.output })
  return from(found)
}
