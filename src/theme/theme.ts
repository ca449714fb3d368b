import type { CallMessage } from '../contract/call-message.ts'
import type { Theme } from '../contract/wire/account.ts'
import { slice } from '../core/slice.ts'
import type { ThemeMessage } from './theme-message.ts'

export interface ThemeState {
  /** Dark by default; `default` follows the system. */
  chosen: Theme
  /** Whether a theme was chosen in this browser; otherwise the profile's theme applies. */
  isChosenHere: boolean
  systemDark: boolean
}

const choose = (draft: ThemeState, { theme }: { theme: Theme }): undefined => {
  draft.chosen = theme
  draft.isChosenHere = true
}

export const theme = slice<ThemeState, ThemeMessage | CallMessage>(
  { chosen: 'dark', isChosenHere: false, systemDark: true },
  {
    'ui/themeChosen': choose,
    'storage/themeFound': choose,
    'tab/themeChosen': choose,
    'api/readProfile.succeeded': (draft, { response }) => {
      if (!draft.isChosenHere) draft.chosen = response.user.preferences.theme
    },
    'storage/darkPreferred': (draft, { dark }) => {
      draft.systemDark = dark
    },
  },
)

export const selectTheme = (state: { theme: ThemeState }): Theme => state.theme.chosen

export const selectResolvedTheme = ({ theme: { chosen, systemDark } }: { theme: ThemeState }): 'light' | 'dark' => {
  if (chosen !== 'default') return chosen
  return systemDark ? 'dark' : 'light'
}
