import type { Theme } from '../contract/wire/account.ts'
import { slice } from '../core/slice.ts'
import type { ThemeMessage } from './theme-message.ts'

export interface ThemeState {
  /** Dark when nothing was ever chosen; `default` follows the system. */
  chosen: Theme
  systemDark: boolean
}

export const theme = slice<ThemeState, ThemeMessage>(
  { chosen: 'dark', systemDark: true },
  {
    'ui/themeChosen': (draft, message) => {
      draft.chosen = message.theme
    },
    'storage/themeFound': (draft, message) => {
      draft.chosen = message.theme
    },
    'tab/themeChosen': (draft, message) => {
      draft.chosen = message.theme
    },
    'storage/darkPreferred': (draft, { dark }) => {
      draft.systemDark = dark
    },
  },
)

export const selectTheme = (state: { theme: ThemeState }): Theme => state.theme.chosen

export const selectShownTheme = ({ theme: { chosen, systemDark } }: { theme: ThemeState }): 'light' | 'dark' => {
  if (chosen !== 'default') return chosen
  return systemDark ? 'dark' : 'light'
}
