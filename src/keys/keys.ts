import { slice } from '../core/slice.ts'
import type { KeysMessage } from './keys-message.ts'

export interface Keys {
  /** Whether single-key shortcuts such as `?` are on. */
  single: boolean
}

export const keys = slice<Keys, KeysMessage>(
  { single: true },
  {
    'ui/singleKeysChosen': (draft, { on }) => {
      draft.single = on
    },
    'storage/singleKeysFound': (draft, { on }) => {
      draft.single = on
    },
  },
)

export const selectSingleKeys = (state: { keys: Keys }): boolean => state.keys.single
