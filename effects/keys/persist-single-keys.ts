import { storageKeys } from '../../src/session/storage-keys.ts'
import { act } from '../act.ts'
import type { Effect } from '../deps.ts'

export const persistSingleKeys: Effect = (messages, { world }) =>
  messages
    .of('ui/singleKeysChosen')
    .pipe(act(({ on }) => world.localStorage.set(storageKeys.singleKeys, on ? 'on' : 'off')))
