import { slice } from '../core/slice.ts'
import type { CodeMessage } from './code-message.ts'

/** The state of the build that this tab runs. */
export interface Code {
  isReplaced: boolean
}

export const code = slice<Code, CodeMessage>(
  { isReplaced: false },
  {
    'api/buildReplaced': (draft) => {
      draft.isReplaced = true
    },
  },
)

export const selectIsReplaced = (state: { code: Code }): boolean => state.code.isReplaced
